import Markup

/// Checks the start of a body that's declared as a page, or has no type, for signs of a binary
/// file, so that a disk image sent as HTML isn't downloaded.
package struct BinarySniffer {
  private var start: [UInt8] = []
  private let isWide: Bool

  private static let length = 1024

  /// - Parameter charset: the charset label that came with the body. UTF-16 text is full of NULs.
  package init(charset: String?) {
    let encoding = charset.flatMap { CharacterEncoding(label: $0) }
    isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
  }

  /// Whether enough bytes were seen. Later bytes don't change the result.
  package var isSure: Bool { start.count >= Self.length }

  /// Checks the next bytes. Returns the media type of the body if it isn't a page, otherwise nil.
  package mutating func mediaType(seeing bytes: some Collection<UInt8>) -> String? {
    guard !isSure else { return nil }
    start.append(contentsOf: bytes.prefix(Self.length - start.count))
    if let type = MagicNumber.mediaType(of: start) { return type }
    if let type = Feed.mediaType(of: start) { return type }
    guard !isWide, start.contains(0), EncodingSniffer.byteOrderMark(in: start) == nil else {
      return nil
    }
    // A body that starts like a page is a page, even with a stray NUL or undeclared UTF-16 in it.
    let isMarkup = start.first { ![0, 9, 10, 12, 13, 32].contains($0) } == UInt8(ascii: "<")
    return isMarkup && start.prefix(16).contains(UInt8(ascii: "<"))
      ? nil : "application/octet-stream"
  }
}

/// Detects media types by the first bytes of a body (https://mimesniff.spec.whatwg.org/).
package enum MagicNumber {
  /// Returns the media type of a body that begins with `start`, or nil if it may be text.
  package static func mediaType(of start: some Collection<UInt8>) -> String? {
    let bytes = Array(start.prefix(12))
    if let known = prefixes.first(where: { bytes.starts(with: $0.bytes) }) { return known.type }
    guard bytes.count == 12 else { return nil }
    if bytes.starts(with: "RIFF".utf8) {
      switch String(decoding: bytes[8...], as: UTF8.self) {
      case "WEBP": return "image/webp"
      case "WAVE": return "audio/wave"
      case "AVI ": return "video/avi"
      default: return nil
      }
    }
    guard bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    switch String(decoding: bytes[8...], as: UTF8.self) {
    case "avif", "avis": return "image/avif"
    case "heic", "heix", "mif1": return "image/heic"
    case "qt  ": return "video/quicktime"
    case "M4A ": return "audio/mp4"
    default: return "video/mp4"
    }
  }

  private static let prefixes: [(bytes: [UInt8], type: String)] = [
    (Array("%PDF-".utf8), "application/pdf"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    ([0xFF, 0xD8, 0xFF], "image/jpeg"),
    (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
    ([0, 0, 1, 0], "image/x-icon"),
    ([0x50, 0x4B, 3, 4], "application/zip"),
    ([0x1F, 0x8B, 8], "application/gzip"),
    (Array("BZh".utf8), "application/x-bzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "application/x-xz"),
    ([0x28, 0xB5, 0x2F, 0xFD], "application/zstd"),
    (Array("Rar!\u{1A}\u{07}".utf8), "application/vnd.rar"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "application/x-7z-compressed"),
    ([0x7F, 0x45, 0x4C, 0x46], "application/x-executable"),
    ([0x00, 0x61, 0x73, 0x6D], "application/wasm"),
    (Array("OggS".utf8), "application/ogg"), (Array("ID3".utf8), "audio/mpeg"),
    (Array("fLaC".utf8), "audio/flac"), ([0x1A, 0x45, 0xDF, 0xA3], "video/webm"),
    (Array("wOFF".utf8), "font/woff"), (Array("wOF2".utf8), "font/woff2"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "application/x-ole-storage"),
  ]
}
