import Markup
import Foundation
import LinkPreview
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

extension PageFetcher {
  /// The content of a response, as far as it was read.
  enum Content {
    /// A page. `isWhole` is false if the page was cut off.
    case page(Page, isWhole: Bool)
    /// No body, because the page hasn't changed.
    case notModified
    /// A response without a body.
    case empty
    /// A file of another type. At most its first pieces were read, and put back.
    case other

    /// The target of an immediate refresh in the header or the page, if it's a different page.
    func refresh(of answer: WebResponse) -> URL? {
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

  /// Reads the response as a page, until its metadata is complete. If the body turns out not to be
  /// text, reading stops after its first bytes, whatever its declared type is.
  @concurrent
  func read(
    _ answer: inout WebResponse, originalURL: URL
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
          interim.withLockedValue {
            if $0?.result == nil { $0 = .head(page, originalURL: originalURL) }
          }
        }
      }
    } catch {
      // A page that's cut off after its title still makes a card.
      reader.finish(isWhole: false)
      let page = reader.page(at: answer.url)
      if error == .cancelled || page.title == nil { throw error }
      return .page(page, isWhole: false)
    }
    if length == 0 { return .empty }
    reader.finish()
    return .page(reader.page(at: answer.url), isWhole: true)
  }

  /// Finds the cause of an error status. A bot wall is recognised by its headers or its page.
  @concurrent
  private func failure(of answer: inout WebResponse) async -> LinkMetadataError {
    let status = LinkMetadataError.failed(.httpStatus(answer.status))
    guard Attempt.wallStatuses.contains(answer.status) else { return status }
    let wall = LinkMetadataError.failed(.botWall(host: answer.url.displayHost))
    // LinkedIn's status for bot walls, and the headers of Cloudflare and DataDome.
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

  /// How many bytes of an error page are read to recognise a wall.
  private static let wallLimit = 64 << 10

  /// Makes a card for a response that isn't a page: an image, a PDF, a feed. Reads only the
  /// beginning of the body. The connection closes when the response is released.
  @concurrent
  func otherContent(
    _ answer: inout WebResponse, originalURL: URL
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
