import Markup

/// Watches the start of a body that claims to be a page, or claims nothing, for signs that it is
/// none: a disk image sent as HTML is not worth its megabytes.
struct BinarySniffer {
  private var start: [UInt8] = []
  private let isWide: Bool

  private static let length = 1024

  /// - Parameter charset: the label that came with the body; UTF-16 text is full of NULs.
  init(charset: String?) {
    let encoding = charset.flatMap { TextEncoding(label: $0) }
    isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
  }

  /// Whether enough was seen; what follows changes nothing.
  var isSure: Bool { start.count >= Self.length }

  /// Looks at the next bytes; the type of a body that is no text, else nil.
  mutating func mediaType(seeing bytes: some Collection<UInt8>) -> String? {
    guard !isSure else { return nil }
    start.append(contentsOf: bytes.prefix(Self.length - start.count))
    if let type = MagicNumber.mediaType(of: start) { return type }
    if let type = FeedReader.mediaType(of: start) { return type }
    guard !isWide, start.contains(0), EncodingSniffer.byteOrderMark(in: start) == nil else {
      return nil
    }
    // What opens like a page is one, a stray NUL or undeclared UTF-16 in it or not.
    let isMarkup = start.first { ![0, 9, 10, 12, 13, 32].contains($0) } == UInt8(ascii: "<")
    return isMarkup && start.prefix(16).contains(UInt8(ascii: "<"))
      ? nil : "application/octet-stream"
  }
}
