import Markup
public import Foundation

/// Tells publishers what keeps their pages from making good link previews, by the rules that Apple
/// publishes for its own (Technical Note TN3156, Tech Talk 205).
///
///     for finding in PageCheck.findings(html: page, url: url) where finding.severity == .error {
///       print(finding.text)  // "og:image is missing, so the preview has no picture"
///     }
public enum PageCheck {
  /// Something that could be better.
  public struct Finding: Hashable, Sendable {
    public var severity: Severity
    /// One line for people: what is wrong and what it leads to.
    public var text: String

    public init(severity: Severity, text: String) {
      self.severity = severity
      self.text = text
    }
  }

  public enum Severity: String, Hashable, Sendable, CustomStringConvertible {
    /// The preview lacks something, or there is none.
    case error
    /// The preview is worse than it could be.
    case warning

    public var description: String { rawValue }
  }

  /// Checks a page that is at hand, without network: sizes are those that the page states.
  ///
  /// - Parameters: as for ``LinkMetadata/init(html:url:charset:)``.
  /// - Returns: errors first, in the order of the parts of a preview; empty for a page without fault.
  public static func findings(html: Data, url: URL, charset: String? = nil) -> [Finding] {
    let reader = PageReader(transportLabel: charset, readsWhole: true)
    reader.read(html)
    reader.finish()
    return findings(page: reader.page(at: url), length: html.count)
  }

  /// - Parameter length: bytes of the page.
  static func findings(page: Page, length: Int, media: [CheckedMedia] = []) -> [Finding] {
    let findings =
      pageFindings(page, length: length) + titleFindings(page) + imageFindings(page, media)
      + iconFindings(page, media) + videoFindings(page, media) + sizeFindings(media)
    return findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
  }

  static func error(_ text: String) -> Finding { Finding(severity: .error, text: text) }
  static func warning(_ text: String) -> Finding { Finding(severity: .warning, text: text) }

  /// Bytes of a page after which LinkPresentation may stop reading.
  static let pageLimit = 1 << 20
  /// Bytes that icon, picture and video may have together.
  static let mediaLimit = 10 << 20
}

extension PageCheck {
  /// Fetches a page, its picture and its icon, and checks them; of its video the size is asked.
  ///
  /// - Parameters:
  ///   - url: an http or https address; redirects of the server are followed.
  ///   - timeout: how long all requests may take together.
  /// - Throws: as ``LinkMetadata/init(fetching:timeout:includeSubresources:)-(URL,_,_)``, when there
  ///   is no page to check.
  public static func findings(
    fetching url: URL, timeout: Duration = .seconds(30)
  ) async throws(LinkMetadataError) -> [Finding] {
    try await TimeLimit(duration: timeout).run(naming: url.displayHost) {
      () async throws(LinkMetadataError) in
      try await PageFetcher().findings(for: url)
    }
  }
}
