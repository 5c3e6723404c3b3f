import Foundation
import NIOCore
import NIOHTTP1

extension PageFetcher {
  /// What an answer holds, as far as it was read.
  enum Content {
    /// The reader has been asked for the metadata, and so has parsed all it was given.
    case page(PageReader, LinkMetadata)
    /// Something else, of which at most the first pieces were read and put back.
    case other

    /// Where the header or the page says to move on to at once, if that is somewhere else.
    func refresh(of answer: WebAnswer) -> URL? {
      var text = answer.headers.first(name: "Refresh").flatMap(RefreshHeader.target(of:))
      if case .page(let reader, _) = self { text = text ?? reader.refreshTarget }
      guard let target = text.flatMap({ URL(webAddress: $0, relativeTo: answer.url) }),
        target.withoutFragment != answer.url.withoutFragment
      else { return nil }
      return target
    }
  }

  /// Reads the answer as a page, until it has told all; a body that is no text is left alone after
  /// its first bytes, whatever its type says.
  @concurrent
  func read(
    _ answer: inout WebAnswer, originalURL: URL
  ) async throws(LinkMetadataError) -> Content {
    if !(200..<300).contains(answer.status) { throw await failure(of: &answer) }
    guard answer.contentType.mayBePage else { return .other }
    let reader = PageReader(transportLabel: answer.contentType.charset)
    var sniffer = BinarySniffer(charset: answer.contentType.charset)
    var length = 0
    var first: [ByteBuffer] = []
    do {
      while length < Self.pageLimit, !reader.hasReadEnough, let piece = try await answer.next() {
        let bytes = piece.readableBytesView.prefix(Self.pageLimit - length)
        if !sniffer.isSure { first.append(piece) }
        if let type = sniffer.mediaType(seeing: bytes) {
          answer.turnsOut(toBe: type, first)
          return .other
        }
        reader.read(bytes)
        length += bytes.count
      }
    } catch {
      // A page that breaks off after its title still makes a card.
      let metadata = reader.metadata(originalURL: originalURL, url: answer.url, isWhole: false)
      if error == .cancelled || metadata.title == nil { throw error }
      return .page(reader, metadata)
    }
    return .page(reader, reader.metadata(originalURL: originalURL, url: answer.url))
  }

  /// Why an answer with an error status is one: a bot wall is told by its page.
  @concurrent
  private func failure(of answer: inout WebAnswer) async -> LinkMetadataError {
    let status = LinkMetadataError.failed(.httpStatus(answer.status))
    guard Attempt.wallStatuses.contains(answer.status) else { return status }
    let wall = LinkMetadataError.failed(.botWall(host: answer.url.displayHost))
    // LinkedIn's status for it, and Cloudflare's header.
    if answer.status == 999 || answer.headers.contains(name: "cf-mitigated") { return wall }
    guard answer.contentType.mayBePage else { return status }
    let reader = PageReader(transportLabel: answer.contentType.charset)
    var length = 0
    do {
      while length < Self.wallLimit, let piece = try await answer.next() {
        reader.read(piece.readableBytesView)
        length += piece.readableBytes
      }
    } catch {
      return error == .cancelled ? error : status
    }
    // Asked for, so that all is parsed.
    _ = reader.metadata(originalURL: answer.url, url: answer.url)
    return reader.wall == nil ? status : wall
  }

  /// Bytes of an error page after which it is no wall.
  private static let wallLimit = 64 << 10

  /// A card for an answer that is no page: a picture, PDF, feed… Today there is none.
  ///
  /// - Parameter answer: its `contentType` (what the bytes show, where they contradict the header),
  ///   `headers` (`Content-Length`, `Content-Disposition`), final `url`, and `start(limit:)` for
  ///   the first bytes of the body. When it is let go the connection is closed.
  @concurrent
  func otherContent(
    _ answer: inout WebAnswer, originalURL: URL
  ) async throws(LinkMetadataError) -> LinkMetadata {
    throw .failed(.notAWebPage(type: answer.contentType.mediaType))
  }
}
