import Markup
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

extension PageFetcher {
  /// What an answer holds, as far as it was read.
  enum Content {
    /// `isWhole` is false when the page broke off.
    case page(Page, isWhole: Bool)
    /// Nothing, since the page is the one that is known.
    case notModified
    /// An answer without a body.
    case empty
    /// Something else, of which at most the first pieces were read and put back.
    case other

    /// Where the header or the page says to move on to at once, if that is somewhere else.
    func refresh(of answer: WebAnswer) -> URL? {
      let header = answer.headers.first(name: "Refresh").flatMap { MetaRefresh($0) }
      var next = header.flatMap { $0.seconds < 1 ? $0.address : nil }
        .flatMap { URL(webAddress: $0, relativeTo: answer.url) }
      if case .page(let page, _) = self { next = next ?? page.refreshTarget }
      guard let target = next, target.withoutFragment != answer.url.withoutFragment else {
        return nil
      }
      return target
    }
  }

  /// Reads the answer as a page, until it has told all; a body that is no text is left alone after
  /// its first bytes, whatever its type says.
  @concurrent
  func read(
    _ answer: inout WebAnswer, originalURL: URL
  ) async throws(LinkMetadataError) -> Content {
    if answer.isNotModified { return .notModified }
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
        if let page = reader.newlyCompleteHead(at: answer.url) {
          keep(LinkMetadata(page: page, originalURL: originalURL))
        }
      }
    } catch {
      // A page that breaks off after its title still makes a card.
      reader.finish(isWhole: false)
      let page = reader.page(at: answer.url)
      if error == .cancelled || page.title == nil { throw error }
      return .page(page, isWhole: false)
    }
    if length == 0 { return .empty }
    reader.finish()
    return .page(reader.page(at: answer.url), isWhole: true)
  }

  /// What the head tells is there when time runs out on the body.
  private func keep(_ metadata: LinkMetadata) {
    guard metadata.title != nil else { return }
    interim.withLockedValue { $0 = $0 ?? .page(metadata) }
  }

  /// Why an answer with an error status is one: a bot wall is told by its page.
  @concurrent
  private func failure(of answer: inout WebAnswer) async -> LinkMetadataError {
    let status = LinkMetadataError.failed(.httpStatus(answer.status))
    guard Attempt.wallStatuses.contains(answer.status) else { return status }
    let wall = LinkMetadataError.failed(.botWall(host: answer.url.displayHost))
    // LinkedIn's status for it, and the headers of Cloudflare and DataDome.
    if answer.status == 999 || answer.headers.contains(name: "cf-mitigated")
      || answer.headers.contains(name: "x-datadome")
    {
      return wall
    }
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
    reader.finish()
    let page = reader.page(at: answer.url)
    return page.wall(originalURL: answer.url, isRefusal: true) == nil ? status : wall
  }

  /// Bytes of an error page after which it is no wall.
  private static let wallLimit = 64 << 10

  /// A card for an answer that is no page: a picture, PDF, feed. Of the body only the beginning is
  /// read; when the answer is let go the connection is closed.
  @concurrent
  func otherContent(
    _ answer: inout WebAnswer, originalURL: URL
  ) async throws(LinkMetadataError) -> LinkMetadata {
    let mediaType = answer.contentType.mediaType
    let length = LinkedFile.startLength(of: mediaType)
    let start = length == 0 ? Data() : try await answer.start(limit: length).bytes
    let file = LinkedFile(
      url: answer.url, mediaType: mediaType,
      name: ContentDisposition(answer.headers.first(name: "Content-Disposition")).fileName,
      length: answer.headers.first(name: "Content-Length").flatMap { Int($0) }, start: start,
      charset: answer.contentType.charset)
    return file.metadata(originalURL: originalURL)
  }
}
