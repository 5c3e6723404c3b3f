/// Creates gzip files (RFC 1952), for servers that send compressed pages.
public enum Gzip {
  public static func stored(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count <= 0xFFFF, "one stored block holds 65,535 bytes")
    let length = UInt16(data.count)
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1]
    file += bytes(length) + bytes(~length) + data
    file += bytes(checksum(data)) + bytes(UInt32(data.count))
    return file
  }

  /// Returns a file that inflates to at least `megabytes` of zeros, about 160 times its size, after
  /// `start`. The end of the file is missing.
  public static func zeros(megabytes: Int, after start: [UInt8] = []) -> [UInt8] {
    // The last block, with fixed Huffman codes (RFC 1951, section 3.2.6).
    var bits: [UInt8] = [1, 1, 0]
    bits += [0, 0, 1, 1, 0, 0, 0, 0]  // a zero
    let again: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]  // 258 bytes from 1 byte back
    for _ in 0...(megabytes << 20) / 258 { bits += again }
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    let length = UInt16(start.count)
    file += [0] + bytes(length) + bytes(~length) + start
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for (place, bit) in bits[start..<min(start + 8, bits.count)].enumerated() {
        byte |= bit << UInt8(place)
      }
      file.append(byte)
    }
    return file
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  /// Calculates the CRC-32 bit by bit.
  static func checksum(_ data: [UInt8]) -> UInt32 {
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
