import Foundation
import LinkPreview
import Markup

extension PageLoad {
  /// The content of a response, as far as it was read.
  enum Content {
    /// A page. `isWhole` is false if the page was cut off. `start` has its first bytes if they're
    /// kept.
    case page(Page, isWhole: Bool, start: Data)
    /// No body, because the page hasn't changed.
    case notModified
    /// A response without a body.
    case empty
    /// A file of another type. At most its first pieces were read, and put back.
    case other

    /// The target of an immediate refresh in the header or the page, if it's a different page.
    func refresh(of response: WebResponse) -> URL? {
      let header = response.headers.first(name: "Refresh").flatMap { MetaRefresh($0) }
      var next = header.flatMap { $0.seconds < 1 ? $0.address : nil }
        .flatMap { URL(webAddress: $0, relativeTo: response.url) }
      if case .page(let page, _, _) = self { next = next ?? page.refreshTarget }
      guard let target = next, target.withoutFragment != response.url.withoutFragment else {
        return nil
      }
      return target
    }
  }

  /// Reads the response as a page, until its metadata is complete. If the body turns out not to be
  /// text, reading stops after its first bytes, whatever its declared type is.
  @concurrent
  func read(_ response: inout WebResponse) async throws(LinkMetadataError) -> Content {
    if response.isNotModified { return .notModified }
    if !response.hasContent { throw await failure(of: &response) }
    guard response.contentType.mayBePage else { return .other }
    let reader = response.pageReader()
    var sniffer = BinarySniffer(charset: response.contentType.charset)
    var length = 0
    var start = Data()
    var first: [[UInt8]] = []
    do {
      while length < Self.pageLimit, !reader.hasReadEnough, let piece = try await response.next() {
        let bytes = piece.prefix(Self.pageLimit - length)
        if !sniffer.isSure { first.append(piece) }
        if let type = sniffer.mediaType(seeing: bytes) {
          response.turnsOut(toBe: type, first)
          return .other
        }
        reader.read(bytes)
        start.append(contentsOf: piece.prefix(max(0, keptLength - start.count)))
        length += bytes.count
      }
    } catch {
      // A page that's cut off after its title still makes a card, also by the time limit.
      reader.finish(isWhole: false)
      let page = reader.page(at: response.url)
      if page.title == nil { throw error }
      return .page(page, isWhole: false, start: start)
    }
    if length == 0 {
      if response.isRedirect { throw .failed(.badRedirect) }
      return .empty
    }
    reader.finish()
    let page = reader.page(at: response.url)
    if response.isRedirect, page.facts.isEmpty { throw .failed(.badRedirect) }
    return .page(page, isWhole: true, start: start)
  }

  /// Finds the cause of an error status. A bot wall is recognised by its headers or its page.
  @concurrent
  private func failure(of response: inout WebResponse) async -> LinkMetadataError {
    let status = LinkMetadataError.failed(.httpStatus(response.status))
    guard Attempt.wallStatuses.contains(response.status) else { return status }
    let wall = LinkMetadataError.failed(.botWall(host: response.url.displayHost))
    // LinkedIn's status for bot walls.
    if response.status == 999 || response.statesWall { return wall }
    guard response.contentType.mayBePage else { return status }
    do {
      let (page, _) = try await response.page(limit: Self.wallLimit)
      return page.wall(originalURL: response.url, isRefusal: true) == nil ? status : wall
    } catch {
      return error == .cancelled ? error : status
    }
  }

  /// How many bytes of an error page are read to recognise a wall.
  private static let wallLimit = 64 << 10

  /// Makes a card for a response that isn't a page: an image, a PDF, a feed. Reads only the
  /// beginning of the body. The connection closes when the response is released.
  @concurrent
  func otherContent(
    _ response: inout WebResponse
  ) async throws(LinkMetadataError) -> LinkMetadata {
    let mediaType = response.contentType.mediaType
    let length = LinkedFile.startLength(of: mediaType)
    let start = length == 0 ? Data() : try await response.start(limit: length)
    let file = LinkedFile(
      url: response.url, mediaType: mediaType,
      name: ContentDisposition(response.headers.first(name: "Content-Disposition")).fileName,
      length: response.headers.first(name: "Content-Length").flatMap { Int($0) }, start: start,
      charset: response.contentType.charset)
    return file.metadata(originalURL: request.url)
  }
}
