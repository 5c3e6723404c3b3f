import Markup
import Foundation
import LinkPreview
import RayletteApp
import TerminalGrid

/// Where previews are printed: standard output for results, standard error for the rest.
struct PreviewOutput: Sendable {
  enum Format { case text, json }

  let format: Format
  private let appearance: Appearance
  private let columns: Int
  private let isTerminal: Bool
  private let hasColors: Bool
  private let colorDepth: ColorDepth
  let showsProgress: Bool

  /// - Parameters:
  ///   - isAccessible: whether cards are to be words alone.
  ///   - environment: `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, `COLUMNS` and the locale.
  init(
    format: Format, theme: ThemeChoice = .auto, isAccessible: Bool = false,
    environment: [String: String]
  ) {
    self.format = format
    isTerminal = StandardStream.output.isTerminal
    let isForced = !["", "0"].contains(environment["CLICOLOR_FORCE"] ?? "")
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty
    hasColors = !isRefused && (isForced || (isTerminal && environment["TERM"] != "dumb"))
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    let has256 = (environment["TERM"] ?? "").contains("256") || environment["COLORTERM"] != nil
    colorDepth = isDirect ? .direct : has256 ? .palette256 : .ansi8
    appearance = Appearance(
      theme: Theme(colors: has256 ? 256 : 8, choice: theme),
      symbols: isAccessible ? .words : Self.speaksUTF8(environment) ? .unicode : .ascii,
      colors: has256 ? 256 : 8)
    columns = Self.terminalColumns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
    showsProgress = StandardStream.error.isTerminal && !isAccessible
  }

  /// Prints the result for an address; throws when nobody reads any more.
  func print(_ preview: Preview, of address: String) throws {
    switch preview {
    case .metadata(let metadata) where format == .json: try write(PreviewJSON(metadata).line)
    case .metadata(let metadata):
      try write(card(metadata) + "\n")
    case .findings(let findings) where format == .json:
      let line = try PreviewJSON.Findings(originalURL: Self.plain(address), findings: findings).line
      try write(line)
    case .findings(let findings): try print(findings, of: address)
    case .wall(let metadata, let error) where format == .json:
      try write(PreviewJSON(metadata, error: error).line)
    case .failure(let error) where format == .json:
      try write(PreviewJSON.Failure(originalURL: Self.plain(address), error: error).line)
    case .failure(let error), .wall(_, let error):
      CommandOutput.report(Self.plain("raylette: \(address): \(error.detail ?? error.sentence)"))
    }
  }

  /// An address may come from a list that somebody else made: what it tells a terminal to do does
  /// not reach one.
  private static func plain(_ text: String) -> String { PlainText.folded(text, limit: .max) ?? "" }

  private func card(_ metadata: LinkMetadata) -> String {
    let grid = PrintedCard(metadata: metadata, columns: columns, appearance: appearance).grid
    let text = hasColors ? grid.styledText(colorDepth) : grid.text
    guard !isTerminal else { return text }
    // Only a screen is narrow: whoever reads a file or a pipe wants the whole address.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.dropLast() + ["  " + metadata.address.text]).joined(separator: "\n")
  }

  private func print(_ findings: [PageCheck.Finding], of address: String) throws {
    if findings.isEmpty { try write(Self.plain("\(address): nothing found")) }
    for finding in findings {
      try write(Self.plain("\(address): \(finding.severity): \(finding.text)"))
    }
  }

  /// Says how far the work is, on a terminal only, and only for work that takes a while.
  /// - Parameter total: nil where it is not known yet.
  func showProgress(_ done: Int, of total: Int?) {
    guard showsProgress, total != 1, done < total ?? .max else { return }
    let text = total.map { "\(done) of \($0)" } ?? "\(done) done"
    StandardStream.error.write("\r\(text)")
  }

  /// Takes the line of ``showProgress(_:of:)`` away, so that results don't land in it.
  func hideProgress() {
    if showsProgress { StandardStream.error.write("\r\u{1B}[K") }
  }

  private func write(_ line: String) throws { try StandardOutput.put("\(line)\n") }

  private static var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The locale category that says what characters are (POSIX, section 8.2).
  private static func speaksUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }
}
