/// Creates HTTP/2 frames (RFC 9113, section 4.1), well-formed or not.
public enum HTTP2Frame {
  public static let data: UInt8 = 0, headers: UInt8 = 1, resetStream: UInt8 = 3, settings: UInt8 = 4
  public static let pushPromise: UInt8 = 5, ping: UInt8 = 6, goAway: UInt8 = 7
  public static let windowUpdate: UInt8 = 8, continuation: UInt8 = 9
  public static let endStream: UInt8 = 1, endHeaders: UInt8 = 4

  public static func frame(
    _ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    let count = payload.count
    return [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags]
      + big(stream) + payload
  }

  /// - Parameter values: pairs of a setting's identifier and its value.
  public static func settingsFrame(_ values: [(UInt16, UInt32)] = []) -> [UInt8] {
    frame(settings, values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + big($1) })
  }

  /// Returns a header block of literal fields without indexing (RFC 7541, section 6.2.2).
  public static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { [0] + string($0) + string($1) }
  }

  public static func big(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }

  private static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    if bytes.count < 127 { return [UInt8(bytes.count)] + bytes }
    var length: [UInt8] = [127]
    var rest = bytes.count - 127
    while rest >= 128 {
      length.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return length + [UInt8(rest)] + bytes
  }
}
