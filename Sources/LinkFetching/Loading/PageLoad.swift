import Foundation
import LinkPreview
import Markup
import TaskLimits

/// Loads a page and reads no more of it than its metadata needs.
struct PageLoad: Sendable {
  let loader: PageLoader
  let request: LinkMetadataRequest
  /// The validators of the known version of the page.
  var validators: PageValidators?
  /// How many bytes of the page are kept. It's read on for them once its metadata is known. 0 reads
  /// no more than the metadata needs.
  var keptLength = 0
  /// Receives the metadata before the page is read on.
  var report: @Sendable (FetchResult) async -> Void = { _ in }
  /// The partial result so far, used if the time limit passes.
  let interim = Locked(Interim())

  /// The maximum number of bytes of a page to read, after decompression. YouTube's tags are near
  /// byte 694,000.
  static let pageLimit = 4 << 20

  /// Returns the metadata of the page that the request leads to, unless the page is still the
  /// version that the validators belong to. Throws ``LinkMetadataError``'s `failed`, `notAllowed`
  /// and `unknown`, and `cancelled` if the task is cancelled.
  @concurrent
  func result() async throws(LinkMetadataError) -> FetchResult {
    let first = await attempt(userAgent: request.userAgent ?? RequestHeaders.userAgent)
    guard loader.configuration.retriesAsKnownCrawler, request.userAgent == nil,
      first.deservesAnother
    else { return try first.result.get() }
    interim.withLock { $0.attempt = first }
    let second = await attempt(userAgent: RequestHeaders.crawlerUserAgent)
    return try first.better(second).result.get()
  }

  private func attempt(userAgent: String) async -> Attempt {
    do {
      return try await fetch(userAgent: userAgent)
    } catch {
      return .failure(error)
    }
  }

  @concurrent
  private func fetch(userAgent: String) async throws(LinkMetadataError) -> Attempt {
    var follower = RedirectFollower(
      request.url, connections: loader.connections,
      headers: RequestHeaders.page(request, userAgent: userAgent),
      ownHeaders: .init(Array(request.headers)), validators: validators,
      statistics: loader.statistics)
    follower.returnsRedirects = true
    var response = try await follower.follow(request.url)
    var content = try await read(&response)
    if request.followsMetaRefresh, let target = content.refresh(of: response) {
      do {
        var next = try await follower.follow(target)
        content = try await read(&next)
        response = next
      } catch {
        // A page that describes itself makes a card even if its refresh fails.
        guard error != .cancelled, case .page(let page, _, _) = content, page.facts.isDescribed
        else { throw error }
      }
    }
    switch content {
    case .notModified: return .notModified
    case .empty: throw .failed(.emptyPage)
    case .other:
      let metadata = try await otherContent(&response)
      return .page(metadata, PageValidators(of: response))
    case .page(let page, var isWhole, let bytes):
      if page.wall(originalURL: request.url, isRefusal: response.statesWall) != nil {
        throw .failed(.botWall(host: response.url.displayHost))
      }
      var metadata = LinkMetadata(page: page, originalURL: request.url)
      if loader.configuration.includesSubresources {
        let subresources = SubresourceLoader(
          by: loader, mayBePrivate: follower.mayBePrivate,
          language: RequestHeaders.language(of: request))
        isWhole = await complete(&metadata, of: page, by: subresources) && isWhole
      }
      // Incomplete metadata gets no validators. With validators, the next fetch would find the page
      // unchanged, and the missing metadata would never be read.
      let validators = isWhole ? PageValidators(of: response) : nil
      if page.facts.isEmpty { return .emptyPage(metadata, validators) }
      if keptLength > 0 {
        await report(.metadata(metadata, validators))
        await readOn(&response, after: bytes)
      }
      return .page(metadata, validators)
    }
  }

  /// Reads on. What has arrived is kept if the page breaks off or its time limit passes.
  /// - Parameter start: the bytes of the page that were read already.
  @concurrent
  private func readOn(_ response: inout WebResponse, after start: Data) async {
    interim.withLock { [response] in $0.start = FetchedFile(start, of: response) }
    var count = start.count
    while count < keptLength, !Task.isCancelled, let piece = try? await response.next() {
      let bytes = piece.prefix(keptLength - count)
      // Adds them in place, because the page may be half a megabyte, and a piece a few kilobytes.
      interim.withLock { $0.start?.data.append(contentsOf: bytes) }
      count += bytes.count
    }
  }

  /// Adds metadata from subresources that the page names. A subresource that fails is skipped.
  /// - Returns: whether all of them succeeded.
  private func complete(
    _ metadata: inout LinkMetadata, of page: Page, by subresources: SubresourceLoader
  ) async -> Bool {
    var isWhole = true
    let lacksFacts = metadata.title == nil || metadata.image == nil || metadata.author == nil
    let original = metadata
    if lacksFacts, let url = page.oEmbedURL {
      let json = await json(at: url, by: subresources)
      if let json { OEmbed(json: json)?.complete(&metadata) } else { isWhole = false }
    }
    // A manifest is worth a request only if the page names no icon that's large enough.
    if (metadata.icon?.width ?? 0) < PageCheck.goodIconWidth, let url = page.manifestURL,
      !page.namesHomeScreenIcon
    {
      let json = await json(at: url, by: subresources)
      if let json {
        WebManifest(json: json, url: url)?.complete(&metadata)
      } else {
        isWhole = false
      }
    }
    if metadata != original { metadata = metadata.sanitized() }
    return isWhole
  }

  private func json(at url: URL, by subresources: SubresourceLoader) async -> Data? {
    try? await subresources.bytes(
      of: url, accepting: "application/json,*/*;q=0.5", limit: Self.subresourceLimit
    ).0
  }

  /// The maximum size in bytes of an oEmbed response or a manifest.
  private static let subresourceLimit = 256 << 10
}

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
    var isHeadOpen = true
    interim.withLock {
      $0.pages.append(.init(of: response, originalURL: request.url))
    }
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
          interim.withLock { _ = $0.pages.popLast() }
          return .other
        }
        reader.read(bytes)
        start.append(contentsOf: piece.prefix(max(0, keptLength - start.count)))
        length += bytes.count
        if isHeadOpen {
          let head = reader.newlyCompleteHead(at: response.url)
          isHeadOpen = head == nil
          interim.withLock { $0.add(piece, completing: head) }
        }
      }
    } catch {
      // A page that's cut off after its title still makes a card.
      reader.finish(isWhole: false)
      let page = reader.page(at: response.url)
      if error == .cancelled || page.title == nil { throw error }
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
    let start = length == 0 ? Data() : try await response.start(limit: length).bytes
    let file = LinkedFile(
      url: response.url, mediaType: mediaType,
      name: ContentDisposition(response.headers.first(name: "Content-Disposition")).fileName,
      length: response.headers.first(name: "Content-Length").flatMap { Int($0) }, start: start,
      charset: response.contentType.charset)
    return file.metadata(originalURL: request.url)
  }
}
