import Foundation
import LinkPreview
import Markup

/// A response whose body is read piece by piece. Releasing it closes the connection.
struct WebResponse {
  let status: Int
  let headers: HTTPHeaders
  /// The header's media type, unless the first bytes show another one.
  private(set) var contentType: ContentType
  /// The final URL, without credentials.
  let url: URL

  /// Whether a conditional request found the page unchanged.
  let isNotModified: Bool

  /// Whether there's content to read: it's a success, or a redirect without a target, which
  /// browsers show like any other page.
  var hasContent: Bool { (200..<300).contains(status) || isRedirect }
  var isRedirect: Bool { (300..<400).contains(status) && status != 304 }
  /// Whether a header says that the page isn't the requested one but a check for bots, as those of
  /// Cloudflare and DataDome do.
  var statesWall: Bool {
    headers.contains(name: "cf-mitigated") || headers.contains(name: "x-datadome") && !hasContent
  }

  /// Whether any of the body was read.
  private(set) var wasRead = false
  private let content: ResponseBody
  /// Nil if the body isn't compressed.
  private let inflater: BodyInflater?
  private var putBack: [[UInt8]] = []

  /// - Parameters:
  ///   - isConditional: whether the request had validators. Without them, a 304 is the server's
  ///     mistake.
  ///   - inflatedLimit: the maximum size of the body in bytes after decompression.
  init(
    _ response: ResponseHead, body: ResponseBody, url: URL, isConditional: Bool,
    inflatedLimit: Int = Connections.inflatedLimit
  ) {
    status = response.status
    isNotModified = isConditional && response.status == 304
    headers = response.headers
    contentType = ContentType(
      response.headers["Content-Type"].joined(separator: ","))
    self.url = url
    content = body
    inflater = BodyInflater(
      encoding: headers.first(name: "Content-Encoding"), limit: inflatedLimit)
  }

  /// Reads the next piece of the body, decompressed. Returns nil at its end.
  @concurrent
  mutating func next() async throws(LinkMetadataError) -> [UInt8]? {
    if let piece = putBack.popLast() { return piece }
    do {
      wasRead = true
      let piece = try await nextInflated()
      if let piece { FetchStatistics.count { $0.bytesRead += piece.count } }
      return piece
    } catch {
      throw LinkMetadataError(fetching: url, error: error)
    }
  }

  @concurrent
  private mutating func nextInflated() async throws -> [UInt8]? {
    guard let inflater else { return try await content.next() }
    while true {
      if let piece = try inflater.next() { return piece }
      guard let compressed = try await content.next() else {
        try inflater.finish()
        return nil
      }
      inflater.add(compressed)
    }
  }

  /// A reader for the page, by the charset that the server names.
  func pageReader(readsWhole: Bool = false) -> PageReader {
    PageReader(transportLabel: contentType.charset, host: url.host(), readsWhole: readsWhole)
  }

  /// Reads up to `limit` bytes as a page.
  @concurrent
  mutating func page(
    limit: Int, readsWhole: Bool = false
  ) async throws(LinkMetadataError) -> (page: Page, length: Int) {
    let bytes = try await start(limit: limit)
    let reader = pageReader(readsWhole: readsWhole)
    reader.read(bytes)
    reader.finish()
    return (reader.page(at: url), bytes.count)
  }

  /// Corrects the type after a look at the first pieces, and puts the pieces back to be read again.
  mutating func turnsOut(toBe mediaType: String, _ pieces: [[UInt8]]) {
    contentType = ContentType(mediaType: mediaType, charset: contentType.charset)
    putBack = pieces.reversed()
  }

  /// Reads up to `limit` bytes of the body. If an error occurs, the bytes before it are lost.
  @concurrent
  mutating func start(limit: Int) async throws(LinkMetadataError) -> Data {
    var bytes = Data()
    while bytes.count < limit, let piece = try await next() {
      bytes.append(contentsOf: piece.prefix(limit - bytes.count))
    }
    return bytes
  }

  /// Reads the whole body. Throws `tooLarge` as soon as the body is known to be longer than
  /// `limit`.
  @concurrent
  mutating func body(limit: Int) async throws(LinkMetadataError) -> Data {
    var bytes = Data()
    _ = try await read(into: &bytes, upTo: .max, limit: limit)
    return bytes
  }

  /// Reads the next part of the body, until there are `length` bytes or a few more. Throws
  /// `tooLarge` as soon as the body is known to be longer than `limit`.
  /// - Returns: whether the body is complete.
  @concurrent
  mutating func read(
    into bytes: inout Data, upTo length: Int, limit: Int
  ) async throws(LinkMetadataError) -> Bool {
    if let length = headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
      throw .failed(.tooLarge(limit: limit))
    }
    while bytes.count < length {
      guard let piece = try await next() else { return true }
      bytes.append(contentsOf: piece)
      if bytes.count > limit { throw .failed(.tooLarge(limit: limit)) }
    }
    return false
  }
}

extension PageValidators {
  /// The validators of a response with a page, or nil if it has none.
  init?(of response: WebResponse) {
    // Validators in other successful responses, such as 206, don't belong to the whole page.
    guard response.status == 200 else { return nil }
    // A header that occurs twice is ambiguous, so it's ignored.
    func only(_ name: String) -> String? {
      let values = response.headers[name]
      return values.count == 1 ? values[0].trimmingCharacters(in: .whitespaces) : nil
    }
    self.init(
      url: response.url, entityTag: only("ETag"), lastModified: only("Last-Modified"))
  }

  /// Returns the headers that make a request for `url` conditional (RFC 9110, section 13.1), or nil
  /// if the validators belong to another URL.
  func headers(for url: URL) -> HTTPHeaders? {
    guard url.withoutFragment == self.url else { return nil }
    var headers = HTTPHeaders()
    if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
    if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    return headers
  }
}
