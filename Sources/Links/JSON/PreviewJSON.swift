import Foundation
package import LinkPreview
import Markup

/// A link's metadata as one line of flat JSON for scripts. All keys are always present, with null
/// for missing values.
package struct PreviewJSON: Encodable {
  @Nullable private var url: String?
  private let originalURL: String
  @Nullable private var canonicalURL: String?
  @Nullable private var syndicationSource: String?
  @Nullable private var title: String?
  @Nullable private var siteName: String?
  @Nullable private var summary: String?
  @Nullable private var icon: String?
  @Nullable private var image: String?
  @Nullable private var video: String?
  @Nullable private var kind: String?
  @Nullable private var author: String?
  @Nullable private var published: String?
  @Nullable private var modified: String?
  @Nullable private var language: String?
  @Nullable private var error: String?

  /// - Parameter error: the reason why there's no more metadata.
  package init(_ metadata: LinkMetadata, error: LinkMetadataError? = nil) {
    originalURL = metadata.originalAddress.text
    url = metadata.address.text
    canonicalURL = metadata.canonicalURL?.absoluteString
    syndicationSource = metadata.syndicationSource?.absoluteString
    title = metadata.title
    siteName = metadata.siteName
    summary = metadata.summary
    icon = metadata.icon?.url.absoluteString
    image = metadata.image?.url.absoluteString
    video = (metadata.video ?? metadata.remoteVideo)?.url.absoluteString
    kind = metadata.kind?.rawValue
    author = metadata.author
    published = metadata.published?.formatted(.iso8601)
    modified = metadata.modified?.formatted(.iso8601)
    language = metadata.language
    self.error = error?.message
  }

  /// The object for an address without metadata.
  package init(originalURL: String, error: LinkMetadataError) {
    self.originalURL = originalURL
    self.error = error.message
  }

  /// The preview problems of a page, instead of its metadata.
  package struct Findings: Encodable {
    private let originalURL: String
    @Nullable private var findings: [Finding]?
    @Nullable private var error: String?

    private struct Finding: Encodable {
      let severity: String
      let text: String
    }

    package init(originalURL: String, findings: [PageCheck.Finding]) {
      self.originalURL = originalURL
      self.findings = findings.map { Finding(severity: $0.severity.rawValue, text: $0.text) }
    }

    /// The object for a page that can't be checked.
    package init(originalURL: String, error: LinkMetadataError) {
      self.originalURL = originalURL
      self.error = error.message
    }
  }
}

extension LinkMetadataError {
  fileprivate var message: String { detail ?? sentence }
}
