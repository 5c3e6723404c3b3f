import CursesTerminal
import Dispatch
import Foundation
import LinkPreview
import Links
import Localization
import Markup
import RayletteApp
import TerminalGrid

/// Prints previews: results to standard output, messages to standard error.
struct PreviewOutput: Sendable {
  enum Format { case text, json }

  let format: Format
  /// Whether to print the problems of pages, rather than their metadata.
  private let checks: Bool
  private let appearance: Appearance
  private let columns: Int
  private let isTerminal: Bool
  private let hasColors: Bool
  private let colorDepth: ColorDepth
  private let pictures: PreviewPictures?
  /// Held while a result is written.
  private let printing = DispatchSemaphore(value: 1)
  let showsProgress: Bool

  /// - Parameters:
  ///   - checks: whether to print the problems of pages, rather than their metadata.
  ///   - isAccessible: whether cards contain only words.
  ///   - images: whether cards have pictures, if they're printed in colours on a terminal.
  ///   - bidi: the setting for text from right to left on a terminal.
  ///   - timeout: the time limit for fetching a picture.
  ///   - environment: contains `NO_COLOR`, `CLICOLOR_FORCE`, `TERM`, `COLORTERM`, `COLUMNS` and the
  ///     locale.
  init(
    format: Format, checks: Bool = false, theme: ThemeChoice = .auto, isAccessible: Bool = false,
    images: ImagePolicy = .never, bidi: BidiPolicy = .auto, timeout: Duration = .seconds(30),
    environment: [String: String]
  ) {
    self.format = format
    self.checks = checks
    isTerminal = StandardStream.output.isTerminal
    let colors = OutputColors(environment: environment)
    hasColors = colors.supportsSequences && (environment["NO_COLOR"] ?? "").isEmpty
    colorDepth = colors.depth
    var appearance = Appearance(
      theme: Theme(colors: colors.count, choice: theme),
      symbols: isAccessible ? .words : Self.speaksUTF8(environment) ? .unicode : .ascii,
      colors: colors.count)
    if isTerminal {
      appearance.order = bidi.order(isAccessible: isAccessible, environment: environment)
    }
    self.appearance = appearance
    columns = StandardStream.output.columns(environment: environment)
    showsProgress = StandardStream.error.isTerminal && !isAccessible
    let isPictured =
      isTerminal && hasColors && theme != .mono && StandardStream.output.terminalSize != nil
    pictures = PreviewPictures(
      policy: isPictured ? images : .never,
      depth: Self.speaksUTF8(environment) ? colorDepth : .none, timeout: timeout,
      environment: environment)
  }

  /// Prints the result for an address. Throws if standard output is closed or can't be written.
  func print(_ preview: Preview, of address: String) throws {
    switch preview {
    case .card(let metadata, _) where format == .json:
      try write(PreviewJSON.object(metadata))
    case .card(let metadata, let picture): try write(text(of: metadata, picture) + "\n")
    case .findings(let findings) where format == .json:
      try write(PreviewJSON.object(originalURL: Self.plain(address), findings: findings))
    case .findings(let findings): try print(findings, of: address)
    case .wall(let metadata, let error) where format == .json:
      try write(PreviewJSON.object(metadata, error: error))
    case .failure(let error) where format == .json && checks:
      try write(PreviewJSON.object(originalURL: Self.plain(address), uncheckable: error))
    case .failure(let error) where format == .json:
      try write(PreviewJSON.object(originalURL: Self.plain(address), error: error))
    case .failure(let error), .wall(_, let error):
      CommandOutput.report(Self.plain("raylette: \(address): \(error.detail ?? error.sentence)"))
    }
  }

  /// Removes control sequences, because the address may come from another person's list.
  private static func plain(_ text: String) -> String { PlainText.folded(text, limit: .max) ?? "" }

  /// Whether cards may have pictures.
  var hasPictures: Bool { pictures != nil }

  /// Returns the picture of a page's card, or nil if the card has none.
  func picture(of metadata: LinkMetadata) async -> PreviewPicture? {
    guard let pictures, let size = StandardStream.output.terminalSize else { return nil }
    return await pictures.picture(for: card(metadata), rows: size.rows)
  }

  private func card(_ metadata: LinkMetadata) -> PrintedCard {
    PrintedCard(metadata: metadata, columns: columns, appearance: appearance)
  }

  private func text(of metadata: LinkMetadata, _ picture: PreviewPicture?) -> String {
    var card = card(metadata)
    if let picture { card.show(picture.picture, for: picture.request) }
    let grid = card.grid
    let text = hasColors ? grid.styledText(colorDepth) : grid.text

    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if let image = grid.images.first {
      let above = lines[..<image.place.maxY].joined(separator: "\n") + "\n"
      let below = lines[image.place.maxY...].joined(separator: "\n")
      return appearance.order.printed(above) + image.printingSequence
        + appearance.order.printed(below)
    }
    guard !isTerminal else { return appearance.order.printed(text) }
    // Files and pipes get the whole address, because only terminals are narrow.
    return (lines.dropLast() + ["  " + metadata.address.text]).joined(separator: "\n")
  }

  private func print(_ findings: [PageCheck.Finding], of address: String) throws {
    if findings.isEmpty { try write(Self.plain(localized("\(address): nothing found"))) }
    for finding in findings {
      let line =
        switch finding.severity {
        case .error: localized("\(address): error: \(finding.text)")
        case .warning: localized("\(address): warning: \(finding.text)")
        }
      try write(Self.plain(line))
    }
  }

  /// Shows progress, but only on a terminal and for more than one address.
  /// - Parameter total: the number of addresses, or nil if it isn't known yet.
  func showProgress(_ done: Int, of total: Int?) {
    guard showsProgress, total != 1, done < total ?? .max else { return }
    let text = total.map { localized("\(done) of \($0)") } ?? localized("\(done) done")
    StandardStream.error.write("\r\(text)")
  }

  /// Clears the line of ``showProgress(_:of:)``, so that it doesn't mix with results.
  func hideProgress() {
    if showsProgress { StandardStream.error.write("\r\u{1B}[K") }
  }

  /// Whether an interruption could leave a progress line or part of a picture on the terminal.
  var needsCleaning: Bool { showsProgress || hasPictures }

  /// Cleans the terminal before the program ends on a signal: waits until the present result is
  /// written, unless the terminal is stopped, and ends the control sequences of a result that was
  /// cut off.
  func clean() {
    _ = printing.wait(timeout: .now() + 1)
    TerminalProbe.restoreModes()
    if let pictures { StandardStream.output.write(pictures.abortSequence) }
    hideProgress()
  }

  private func write(_ object: @autoclosure () -> JSONObject) throws {
    try write(Catalogue.with(.english) { object() }.line)
  }

  private func write(_ line: String) throws {
    printing.wait()
    defer { printing.signal() }
    try StandardOutput.put("\(line)\n")
  }

  /// Returns whether the character type category of the locale (POSIX, section 8.2) is UTF-8.
  static func speaksUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }
}
