public import LinkStore
public import LinkPreview

/// Tells one act of sharing from another.
public struct ShareID: Hashable, Sendable {
  let number: Int
  static let first = ShareID(number: 1)
  var next: ShareID { ShareID(number: number + 1) }
}

/// What is shared: read when it is needed, however many links that are.
public enum ShareSource: Hashable, Sendable {
  case link(LinkMetadata)
  case saved([SavedLink.ID])
}

/// How sharing ended.
public enum ShareOutcome: Hashable, Sendable {
  /// One sentence about what was done.
  case completed(String)
  /// A QR code, to be shown.
  case code(QRCode, address: String)
  case cancelled
  case failed(ShareFailure)
}

/// Why a link could not be shared; one sentence for people.
public struct ShareFailure: Error, Hashable, Sendable {
  public var sentence: String
  public init(sentence: String) { self.sentence = sentence }
}
