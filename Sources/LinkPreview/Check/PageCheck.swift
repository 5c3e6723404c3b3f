import Markup
public import Foundation

/// Finds the problems that keep a page from making a good link preview, by the rules that Apple
/// publishes for its own previews (Technical Note TN3156, Tech Talk 205).
///
///     for finding in PageCheck.findings(html: page, url: url) where finding.severity == .error {
///       print(finding.text)  // "og:image is missing, so the preview has no picture"
///     }
public enum PageCheck {
  /// A problem with the page.
  public struct Finding: Hashable, Sendable {
    public var severity: Severity
    /// One line for people that names the problem and its effect.
    public var text: String

    public init(severity: Severity, text: String) {
      self.severity = severity
      self.text = text
    }
  }

  public enum Severity: String, Hashable, Sendable, CustomStringConvertible {
    /// Part of the preview is missing, or there's no preview.
    case error
    /// The preview isn't as good as it could be.
    case warning

    public var description: String { rawValue }
  }

  /// Checks a page you already have, without network access. Image and icon sizes are those that
  /// the page states.
  ///
  /// - Parameters: as for ``LinkMetadata/init(html:url:charset:)``.
  /// - Returns: errors first, then warnings, each in the order of the parts of a preview. Empty if
  ///   there's nothing to improve.
  public static func findings(html: Data, url: URL, charset: String? = nil) -> [Finding] {
    let reader = PageReader(transportLabel: charset, readsWhole: true)
    reader.read(html)
    reader.finish()
    return findings(page: reader.page(at: url), length: html.count)
  }

  /// - Parameter length: the size of the page in bytes.
  package static func findings(page: Page, length: Int, media: [CheckedMedia] = []) -> [Finding] {
    let findings =
      pageFindings(page, length: length) + titleFindings(page) + imageFindings(page, media)
      + iconFindings(page, media) + videoFindings(page, media) + sizeFindings(media)
    return findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
  }

  static func error(_ text: String) -> Finding { Finding(severity: .error, text: text) }
  static func warning(_ text: String) -> Finding { Finding(severity: .warning, text: text) }

  /// The page size in bytes after which LinkPresentation may stop reading.
  static let pageLimit = 1 << 20
  /// The limit in bytes for icon, image and video together.
  package static let mediaLimit = 10 << 20
}
