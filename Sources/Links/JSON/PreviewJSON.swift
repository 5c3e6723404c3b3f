import Foundation
package import LinkPreview
import Markup

/// A link's metadata as one line of flat JSON for scripts. All keys are always present, with null
/// for missing values.
package struct PreviewJSON: Encodable {
  private let originalURL: String
  /// Nil without metadata.
  private let metadata: LinkMetadata?
  private let error: LinkMetadataError?

  /// - Parameter error: the reason why there's no more metadata.
  package init(_ metadata: LinkMetadata, error: LinkMetadataError? = nil) {
    originalURL = metadata.originalAddress.text
    self.metadata = metadata
    self.error = error
  }

  /// The object for an address without metadata.
  package init(originalURL: String, error: LinkMetadataError) {
    self.originalURL = originalURL
    metadata = nil
    self.error = error
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: JSONKey.self)
    try fields.encode(originalURL, forKey: JSONKey("originalURL"))
    try fields.encode(metadata?.address.text, forKey: JSONKey("url"))
    for case let printed? in MetadataField.all.map(\.printed) {
      try fields.encode(metadata.flatMap(printed.text), forKey: JSONKey(printed.key))
    }
    try fields.encode(
      (metadata?.video ?? metadata?.remoteVideo)?.url.absoluteString, forKey: JSONKey("video"))
    try fields.encode(error?.message, forKey: JSONKey("error"))
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
