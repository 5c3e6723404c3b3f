public import Foundation
public import LinkPreview
import Markup

extension PageLoader {
  /// Fetches a whole file, with the time limit, the redirects, the proxies and the address guard of
  /// every other fetch.
  ///
  ///     let request = FileRequest(url: url, accept: "application/rss+xml,*/*;q=0.5", limit: 1 << 20)
  ///     if case .file(let feed) = try await loader.file(request) { read(feed.data) }
  ///
  /// - Parameter validators: the validators of an earlier result. They're sent only to the URL they
  ///   belong to. Nil fetches the file in any case.
  /// - Throws: ``LinkMetadataError``. A refused type is
  ///   ``LinkMetadataError/Cause/notAWebPage(type:)``.
  public func file(
    _ request: FileRequest, since validators: PageValidators? = nil
  ) async throws(LinkMetadataError) -> FileFetchResult {
    try await limited(naming: request.url.displayHost) { () async throws(LinkMetadataError) in
      guard var response = try await open(request, since: validators) else { return .notModified }
      let validators = PageValidators(of: response)
      let data = try await response.body(limit: request.limit)
      return .file(FetchedFile(data, of: response, validators: validators))
    }
  }

  /// Sends a request and looks at the beginning of the file. The caller reads the body.
  /// - Returns: nil if the file hasn't changed.
  @concurrent
  func open(
    _ request: FileRequest, since validators: PageValidators? = nil
  ) async throws(LinkMetadataError) -> WebResponse? {
    let referrer = request.referrer
    let isTrusted = referrer.map { $0.host()?.lowercased() == request.url.host()?.lowercased() }
    var follower = RedirectFollower(
      request.url, connections: connections,
      headers: RequestHeaders.fields(accepting: request.accept), validators: validators,
      isTrusted: isTrusted ?? true,
      mayBePrivate: referrer.map { connections.addressGuard.refuses(host: $0.host() ?? "") }
        ?? false,
      sendsCredentials: referrer == nil, inflatedLimit: request.limit)
    follower.returnsRedirects = true
    var response = try await follower.follow(request.url)
    if response.isNotModified { return nil }
    guard response.hasContent else { throw .failed(.httpStatus(response.status)) }
    let mediaType = try await Self.mediaType(of: &response)
    if request.refuses(mediaType) { throw .failed(.notAWebPage(type: mediaType)) }
    return response
  }

  /// Looks at the first bytes, because servers send files of any kind as text, and puts them back.
  @concurrent
  private static func mediaType(
    of response: inout WebResponse
  ) async throws(LinkMetadataError) -> String {
    var pieces: [[UInt8]] = []
    var start: [UInt8] = []
    while start.count < 16, let piece = try await response.next() {
      pieces.append(piece)
      start += piece.prefix(16)
    }
    if response.isRedirect, start.allSatisfy({ $0 <= 0x20 }) { throw .failed(.badRedirect) }
    let mediaType = MagicNumber.mediaType(of: start) ?? response.contentType.mediaType
    response.turnsOut(toBe: mediaType, pieces)
    return mediaType
  }
}

extension FetchedFile {
  init(_ data: Data, of response: WebResponse, validators: PageValidators? = nil) {
    self.init(
      data: data, mediaType: response.contentType.mediaType, charset: response.contentType.charset,
      url: response.url, validators: validators)
  }
}

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

/// The result of ``PageLoader/file(_:since:)``.
public enum FileFetchResult: Sendable {
  /// The file, in full.
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

  /// Creates a request for a file of at most `limit` bytes.
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
