/// The first bytes of an image file, with what its header says.
public struct ImageSample: Sendable {
  public var name: String
  public var bytes: [UInt8]
  public var type: String?
  public var width: Int?
  public var height: Int?

  public static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 180, 0, 0,
    1, 2, 8, 6, 0, 0, 0,
  ]
  public static let icon: [UInt8] =
    [0, 0, 1, 0, 3, 0] + [16, 16] + [UInt8](repeating: 0, count: 14) + [0, 0]
    + [UInt8](repeating: 0, count: 14) + [48, 48] + [UInt8](repeating: 0, count: 14)

  public static let all = [
    ImageSample(name: "PNG", bytes: png, type: "image/png", width: 180, height: 258),
    ImageSample(
      name: "ICO of 16, 256 and 48", bytes: icon, type: "image/x-icon", width: 256, height: 256),
    ImageSample(
      name: "GIF", bytes: Array("GIF89a".utf8) + [32, 0, 1, 1, 0, 0], type: "image/gif", width: 32,
      height: 257),
    ImageSample(
      name: "JPEG behind its EXIF and a table",
      bytes: [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 1, 2, 3, 4, 0xFF, 0xFF, 0xC4, 0, 3, 9]
        + [0xFF, 0xC2, 0, 17, 8, 1, 0, 2, 0, 3, 1],
      type: "image/jpeg", width: 512, height: 256),
    ImageSample(
      name: "WebP, lossy",
      bytes: Array("RIFF\0\0\0\0WEBPVP8 \0\0\0\0".utf8)
        + [0, 0, 0, 0x9D, 1, 0x2A, 0x40, 0x41, 0x50, 0x80],
      type: "image/webp", width: 320, height: 80),
    ImageSample(
      name: "WebP, lossless",
      bytes: Array("RIFF\0\0\0\0WEBPVP8L\0\0\0\0".utf8) + [0x2F, 0x3F, 0xC0, 0x0F, 0],
      type: "image/webp", width: 64, height: 64),
    ImageSample(
      name: "WebP, extended",
      bytes: Array("RIFF\0\0\0\0WEBPVP8X\0\0\0\0".utf8) + [0, 0, 0, 0, 0xFF, 1, 0, 0x1F, 0, 0],
      type: "image/webp", width: 512, height: 32),
    ImageSample(
      name: "BMP from the top",
      bytes: Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0]
        + [16, 0, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF],
      type: "image/bmp", width: 16, height: 16),
    ImageSample(
      name: "AVIF",
      bytes: Array("\0\0\0\u{1C}ftypavif....ispe\0\0\0\0".utf8) + [0, 0, 0, 96, 0, 0, 0, 97],
      type: "image/avif", width: 96, height: 97),
    svg("<svg width=\"24\" height='32px'/>", 24, 32),
    svg(
      "<?xml version=\"1.0\"?>\n<!-- > -->\n<svg stroke-width=\"9\" viewBox=\"0 0 16 17.6\">", 16,
      18),
    svg("<!DOCTYPE svg PUBLIC \"x\">\n<svg width='100%' height='1em'></svg>", nil, nil),
    svg("\u{FEFF}<svg width='1e99' height='2'>", nil, 2),
    ImageSample(name: "HTML with an SVG", bytes: Array("<html><svg width=1>".utf8)),
    ImageSample(name: "svgx", bytes: Array("<svgx width='1'>".utf8)),
    ImageSample(name: "no size", bytes: Array("GIF89a".utf8) + [0, 0, 0, 0, 0, 0]),
    ImageSample(name: "PDF", bytes: Array("%PDF-1.7 and on".utf8)),
    ImageSample(name: "nothing", bytes: []),
  ]

  private static func svg(_ text: String, _ width: Int?, _ height: Int?) -> ImageSample {
    ImageSample(
      name: text, bytes: Array(text.utf8), type: "image/svg+xml", width: width, height: height)
  }
}
