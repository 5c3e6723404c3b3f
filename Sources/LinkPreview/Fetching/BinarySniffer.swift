import Markup

/// Checks the start of a body that's declared as a page, or without a type, for signs that it isn't
/// one, so that a disk image sent as HTML isn't downloaded.
struct BinarySniffer {
  private var start: [UInt8] = []
  private let isWide: Bool

  private static let length = 1024

  /// - Parameter charset: the charset label that came with the body. UTF-16 text is full of NULs.
  init(charset: String?) {
    let encoding = charset.flatMap { TextEncoding(label: $0) }
    isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
  }

  /// Whether enough bytes were seen. Later bytes don't change the result.
  var isSure: Bool { start.count >= Self.length }

  /// Checks the next bytes. Returns the media type of the body if it isn't a page, otherwise nil.
  mutating func mediaType(seeing bytes: some Collection<UInt8>) -> String? {
    guard !isSure else { return nil }
    start.append(contentsOf: bytes.prefix(Self.length - start.count))
    if let type = MagicNumber.mediaType(of: start) { return type }
    if let type = FeedReader.mediaType(of: start) { return type }
    guard !isWide, start.contains(0), EncodingSniffer.byteOrderMark(in: start) == nil else {
      return nil
    }
    // A body that starts like a page is one, even with a stray NUL or undeclared UTF-16 in it.
    let isMarkup = start.first { ![0, 9, 10, 12, 13, 32].contains($0) } == UInt8(ascii: "<")
    return isMarkup && start.prefix(16).contains(UInt8(ascii: "<"))
      ? nil : "application/octet-stream"
  }
}
