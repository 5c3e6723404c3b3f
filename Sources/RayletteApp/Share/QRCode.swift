/// The modules of a QR code, without the quiet zone around it.
public struct QRCode: Hashable, Sendable {
  /// Modules along a side: 21 to 177.
  public let side: Int
  private let dark: [Bool]

  /// Reads what `qrencode -t ASCII -m 0` prints: two characters a module, `#` where it is dark.
  /// Nil when that is no QR code.
  public init?(ascii text: String) {
    let lines = text.split(separator: "\n")
    // The sizes there are (ISO/IEC 18004): 21, 25, … 177.
    guard (21...177).contains(lines.count), lines.count % 4 == 1,
      lines.allSatisfy({ $0.utf8.count == 2 * lines.count })
    else { return nil }
    side = lines.count
    dark = lines.flatMap { line in
      let bytes = Array(line.utf8)
      return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] == UInt8(ascii: "#") }
    }
    guard isDark(x: 0, y: 0), isDark(x: side - 1, y: 0), isDark(x: 0, y: side - 1) else {
      return nil
    }
  }

  /// Whether a module is dark; outside of the code, none is.
  public func isDark(x: Int, y: Int) -> Bool {
    (0..<side).contains(x) && (0..<side).contains(y) && dark[y * side + x]
  }

  /// Modules that stay light on each side, without which scanners don't find the code.
  static let quietZone = 4
}
