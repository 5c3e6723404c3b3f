public import Foundation
public import LinkPreview
import Localization
import Markup

extension PageCheck {
  /// Fetches and checks a page with its image and icon. Of a video, only the size is requested.
  ///
  /// - Parameters:
  ///   - url: an http or https address. Server redirects are followed.
  ///   - timeout: the time limit for all requests together.
  /// - Throws: as ``LinkMetadata/init(fetching:timeout:includesSubresources:)-(URL,_,_)``, if
  ///   there's no page to check.
  public static func findings(
    fetching url: URL, timeout: Duration = .seconds(30)
  ) async throws(LinkMetadataError) -> [Finding] {
    try await PageLoader(configuration: .init(timeout: timeout)).findings(for: url)
  }
}

extension PageLoader {
  /// Reads a whole page, loads the image and icon it names, and checks them.
  @concurrent
  func check(_ url: URL) async throws(LinkMetadataError) -> [PageCheck.Finding] {
    var follower = RedirectFollower(
      url, connections: connections, headers: RequestHeaders.fields())
    follower.returnsRedirects = true
    var response = try await follower.follow(url)
    guard response.hasContent else { throw .failed(.httpStatus(response.status)) }
    guard response.contentType.mayBePage else {
      throw .failed(.notAWebPage(type: response.contentType.mediaType))
    }
    let (page, length) = try await response.page(limit: PageLoad.pageLimit, readsWhole: true)
    if response.isRedirect, page.facts.isEmpty { throw .failed(.badRedirect) }
    let subresources = SubresourceLoader(
      by: self, mayBePrivate: follower.mayBePrivate,
      // Twice the limit, so that the check can report that everything together is too large instead
      // of failing on the last one.
      totalLimit: 2 * PageCheck.mediaLimit)
    var media: [CheckedMedia] = []
    for (part, found) in [(CheckedMedia.Part.image, page.image), (.icon, page.icons.first)] {
      guard let found else { continue }
      media.append(await checked(part, at: found.url, by: subresources))
    }
    if let video = page.video { media.append(await checkedVideo(at: video.url, by: subresources)) }
    return PageCheck.findings(page: page, length: length, media: media)
  }

  /// Requests a video's size only. The server states it before it sends the body.
  private func checkedVideo(at url: URL, by subresources: SubresourceLoader) async -> CheckedMedia {
    do {
      return CheckedMedia(part: .video, url: url, length: try await subresources.length(of: url))
    } catch {
      return CheckedMedia(part: .video, url: url, failure: error.detail ?? error.sentence)
    }
  }

  private func checked(
    _ part: CheckedMedia.Part, at url: URL, by subresources: SubresourceLoader
  ) async -> CheckedMedia {
    do {
      let (bytes, _, _) = try await subresources.bytes(
        of: url, accepting: "image/*,*/*;q=0.5", limit: PageCheck.mediaLimit)
      let header = ImageHeader(bytes)
      return CheckedMedia(
        part: part, url: url, length: bytes.count, width: header?.width, height: header?.height,
        failure: header == nil ? localized("\(url.displayHost) didn't send an image") : nil)
    } catch {
      return CheckedMedia(
        part: part, url: url, failure: error.detail ?? error.sentence)
    }
  }
}
