/// The modules of a QR code, without its quiet zone.
public struct QRCode: Hashable, Sendable {
  /// The number of modules along a side: 21 to 177.
  public let side: Int
  private let dark: [Bool]

  /// Parses the output of `qrencode -t ASCII -m 0`: two characters per module, `#` for a dark one.
  /// Returns nil if it isn't a QR code.
  public init?(ascii text: String) {
    let lines = text.split(separator: "\n")
    // The valid sizes (ISO/IEC 18004) are 21, 25, … 177.
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

  /// Returns whether a module is dark. Modules outside the code are light.
  public func isDark(x: Int, y: Int) -> Bool {
    (0..<side).contains(x) && (0..<side).contains(y) && dark[y * side + x]
  }

  /// The number of light modules on each side. Without them, scanners don't find the code.
  static let quietZone = 4
}
