/// Makes gzip files (RFC 1952) that hold their data stored, for servers of compressed pages.
public enum Gzip {
  public static func stored(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count <= 0xFFFF, "one stored block holds 65,535 bytes")
    let length = UInt16(data.count)
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1]
    file += bytes(length) + bytes(~length) + data
    file += bytes(checksum(data)) + bytes(UInt32(data.count))
    return file
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  /// CRC-32, bit by bit.
  private static func checksum(_ data: [UInt8]) -> UInt32 {
    var checksum = ~UInt32(0)
    for byte in data {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = checksum & 1 == 1
        checksum >>= 1
        if isOdd { checksum ^= 0xEDB8_8320 }
      }
    }
    return ~checksum
  }
}
