public import Foundation
public import LinkPreview

/// A file that an address leads to, whatever its type.
public struct FetchedFile: Sendable {
  /// The content, decompressed.
  public var data: Data
  /// The media type in lower case: the type that the first bytes show, or else the server's. Empty
  /// if neither is known.
  public var mediaType: String
  /// The label of the charset, if the server names one.
  public var charset: String?
  /// The final address, after redirects.
  public var url: URL
  /// The validators of this version of the file; nil if the server sent none.
  public var validators: PageValidators?
}

/// The result of ``LinkPreviewClient/file(_:since:)``.
public enum FileFetchResult: Sendable {
  case file(FetchedFile)
  /// The file is still the version that the validators belong to.
  case notModified
}

/// A file to fetch, with limits on its type and size.
public struct FileRequest: Sendable {
  /// An http or https address.
  public var url: URL
  /// The value of the `Accept` header.
  public var accept: String
  /// The maximum size in bytes, after decompression.
  public var limit: Int
  /// The document that names the file. A public document can't lead to hosts on this machine or its
  /// network. Nil if the user entered the address.
  public var referrer: URL?
  /// Whether a file of a media type is refused before its body is read.
  public var refuses: @Sendable (_ mediaType: String) -> Bool

  public init(
    url: URL, accept: String = "*/*", limit: Int, referrer: URL? = nil,
    refuses: @escaping @Sendable (_ mediaType: String) -> Bool = { _ in false }
  ) {
    self.url = url
    self.accept = accept
    self.limit = limit
    self.referrer = referrer
    self.refuses = refuses
  }
}
