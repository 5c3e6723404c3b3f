public import Foundation
public import LinkPreview

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
    try await LinkPreviewClient(configuration: .init(timeout: timeout)).findings(for: url)
  }
}
