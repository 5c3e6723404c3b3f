/// Creates PNG files (https://www.w3.org/TR/png-3/) from pixels, without compression.
public enum PNG {
  public typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)

  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

  public static func file(
    width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> Pixel
  ) -> [UInt8] {
    var data: [UInt8] = []
    for y in 0..<height {
      data.append(0)  // no filter for this row
      for x in 0..<width {
        let pixel = pixel(x, y)
        data += [pixel.red, pixel.green, pixel.blue]
      }
    }
    return header(width: width, height: height) + chunk("IDAT", zlib(data)) + chunk("IEND", [])
  }

  /// Returns the beginning of a file, which includes the size.
  public static func header(width: Int, height: Int) -> [UInt8] {
    let fields = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", fields)
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return big(UInt32(data.count)) + content + big(Gzip.checksum(content))
  }

  /// Returns a zlib stream (RFC 1950) with the stored blocks of RFC 1951.
  private static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 1]
    for start in stride(from: 0, to: data.count, by: 0xFFFF) {
      let block = data[start..<min(start + 0xFFFF, data.count)]
      let length = UInt16(block.count)
      stream.append(start + 0xFFFF >= data.count ? 1 : 0)
      for number in [length, ~length] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
      stream += block
    }
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + big(b << 16 | a)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
