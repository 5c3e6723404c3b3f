import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// An answer whose body is read piece by piece. Letting go of it closes the connection.
struct WebAnswer {
  let status: Int
  let headers: HTTPHeaders
  /// What the header says, unless the first bytes showed it to be wrong.
  private(set) var contentType: ContentType
  /// Where it came from, after redirects, without credentials.
  let url: URL

  /// Whether it was asked for only if it is newer than what is known, and is not.
  let isNotModified: Bool

  private let statistics: FetchStatistics
  /// Whether anything of the body was.
  private(set) var wasRead = false
  private var pieces: HTTPClientResponse.Body.AsyncIterator
  private var putBack: [ByteBuffer] = []

  /// - Parameter isConditional: whether the request said which version is known. A server that
  ///   answers another one with 304 is in error.
  init(
    _ response: HTTPClientResponse, url: URL, isConditional: Bool, statistics: FetchStatistics
  ) {
    status = Int(response.status.code)
    isNotModified = isConditional && response.status == .notModified
    headers = response.headers
    contentType = ContentType(response.headers.first(name: "Content-Type"))
    self.url = url
    self.statistics = statistics
    pieces = response.body.makeAsyncIterator()
  }

  /// The next piece of the body, inflated; nil at its end.
  @concurrent
  mutating func next() async throws(LinkMetadataError) -> ByteBuffer? {
    if let piece = putBack.popLast() { return piece }
    do {
      wasRead = true
      let piece = try await pieces.next()
      if let piece { statistics.count { $0.bytesRead += piece.readableBytes } }
      return piece
    } catch {
      throw LinkMetadataError(fetching: url, error: error)
    }
  }

  /// Corrects the type after a look at the first pieces, which are the next again.
  mutating func turnsOut(toBe mediaType: String, _ pieces: [ByteBuffer]) {
    contentType = ContentType(mediaType: mediaType, charset: contentType.charset)
    putBack = pieces.reversed()
  }

  /// The body up to `limit` bytes, and whether it goes on after them. What comes before an error
  /// is lost.
  @concurrent
  mutating func start(limit: Int) async throws(LinkMetadataError) -> (bytes: Data, isCut: Bool) {
    var bytes = Data()
    while let piece = try await next() {
      let room = limit - bytes.count
      bytes.append(contentsOf: piece.readableBytesView.prefix(room))
      if piece.readableBytes > room { return (bytes, true) }
    }
    return (bytes, false)
  }

  /// The whole body. Throws `tooLarge` as soon as it is known to be longer than `limit`.
  @concurrent
  mutating func body(limit: Int) async throws(LinkMetadataError) -> Data {
    if let length = headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
      throw .failed(.tooLarge(limit: limit))
    }
    let (bytes, isCut) = try await start(limit: limit)
    if isCut { throw .failed(.tooLarge(limit: limit)) }
    return bytes
  }
}
