import Markup
import Foundation
import LinkPreview

/// A link's metadata as one line of flat JSON for scripts. Omits keys without a value.
struct PreviewJSON: Encodable {
  private let url: String
  private let originalURL: String
  private let canonicalURL: String?
  private let syndicationSource: String?
  private let title: String?
  private let siteName: String?
  private let summary: String?
  private let icon: String?
  private let image: String?
  private let video: String?
  private let kind: String?
  private let author: String?
  private let published: String?
  private let modified: String?
  private let language: String?
  private let error: String?

  /// - Parameter error: Why there's no more metadata.
  init(_ metadata: LinkMetadata, error: LinkMetadataError? = nil) {
    url = metadata.address.text
    originalURL = metadata.originalAddress.text
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
    self.error = error.map { $0.detail ?? $0.sentence }
  }

  var line: String { get throws { try Self.line(of: self) } }

  /// The object for an address without metadata.
  struct Failure: Encodable {
    private let originalURL: String
    private let error: String

    init(originalURL: String, error: LinkMetadataError) {
      self.originalURL = originalURL
      self.error = error.detail ?? error.sentence
    }

    var line: String { get throws { try PreviewJSON.line(of: self) } }
  }

  /// The preview problems of a page, instead of its metadata.
  struct Findings: Encodable {
    private let originalURL: String
    private let findings: [Finding]

    private struct Finding: Encodable {
      let severity: String
      let text: String
    }

    init(originalURL: String, findings: [PageCheck.Finding]) {
      self.originalURL = originalURL
      self.findings = findings.map { Finding(severity: $0.severity.rawValue, text: $0.text) }
    }

    var line: String { get throws { try PreviewJSON.line(of: self) } }
  }

  private static func line(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
