import Articles
import CursesTerminal
import Foundation
import LinkPreview
import Localization
import RayletteApp
import TerminalGrid

/// Prints articles: as plain lines, or as in the reader if the output supports styles.
struct ArticleOutput {
  private let environment: [String: String]
  /// The requested width of lines.
  private let width: Int?
  /// Whether the user requested or refused the pager; nil for neither.
  private let isPaged: Bool?
  private let colors: OutputColors
  /// Nil if the output has no styles.
  private let look: Look?

  /// The user's settings for the look of the screen.
  private struct Look {
    let theme: ThemeChoice
    let isAccessible: Bool
    let columns: Int
    let order: TextOrder
  }

  /// - Parameters:
  ///   - environment: contains `PAGER`, the locale, and the variables of colours and settings.
  ///   - isStyled: whether the article may look as in the reader.
  init(
    width: Int?, isPaged: Bool?, isStyled: Bool, environment: [String: String]
  ) throws {
    self.environment = environment
    self.width = width
    self.isPaged = isPaged
    colors = OutputColors(environment: environment)
    guard isStyled, colors.supportsSequences else {
      look = nil
      return
    }
    let configuration = try ConfigurationFile(environment: environment).read()
    let session = SessionFile(environment: environment).read()
    let isAccessible = configuration.isAccessible(environment: environment)
    look = Look(
      theme: try ThemeSelection(configuration, environment: environment).choice,
      isAccessible: isAccessible,
      columns: session?.readerWidth ?? PrintedArticle.standardColumns,
      order: StandardStream.output.isTerminal
        ? configuration.bidi.order(isAccessible: isAccessible, environment: environment)
        : .logical)
  }

  /// Prints an article in its laid-out form.
  func print(_ article: Article) async throws {
    let appearance = await appearance()
    let printed = PrintedArticle(
      article, facts: facts(of: article).joined(separator: appearance.symbols.separator),
      columns: width
        ?? min(
          look?.columns ?? PrintedArticle.standardColumns,
          StandardStream.output.terminalSize?.columns ?? PrintedArticle.standardColumns),
      appearance: appearance, isOnScreen: look != nil && StandardStream.output.isTerminal)
    guard let look else { return try await print(printed.lines) }
    let isTerminal = StandardStream.output.isTerminal
    let pager = isTerminal ? await pager(isWanted: isPaged ?? !appearance.isAccessible) : nil
    var hasLinks = isTerminal && TerminalFamily(environment: environment).takesStrings
    if hasLinks, let pager { hasLinks = await pager.passesLinks() }
    let lines = printed.styledLines(colors.depth, hasLinks: hasLinks)
    try await show(lines.map { $0 + "\n" }.joined(), in: pager, order: look.order)
  }

  /// Prints texts unchanged, or made safe for a terminal if the output is one.
  func print(_ texts: [String]) async throws {
    guard StandardStream.output.isTerminal else {
      for text in texts { try StandardOutput.put("\(text)\n") }
      return
    }
    let lines = texts.joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { TerminalText.cleaned(String($0)) + "\n" }.joined()
    try await show(text, in: await pager(isWanted: isPaged ?? false))
  }

  private func show(
    _ text: String, in pager: Pager?, order: TextOrder = .logical
  ) async throws {
    if let pager {
      // Pagers show control sequences in the text as characters.
      let isExplicit = order.printed(text) != text
      if isExplicit { try StandardOutput.put(TextOrder.explicitMode) }
      let isShown = await pager.show(text)
      if isExplicit { try StandardOutput.put(TextOrder.implicitMode) }
      if isShown { return }
      report(missing: pager)
    }
    try StandardOutput.put(order.printed(text))
  }

  /// Returns the pager, if there is one.
  private func pager(isWanted: Bool) async -> Pager? {
    guard isWanted else { return nil }
    let pager = Pager(environment: environment)
    if await pager.exists { return pager }
    report(missing: pager)
    return nil
  }

  private func report(missing pager: Pager) {
    CommandOutput.report(
      "raylette: "
        + localized("can't start the pager \(pager.program); set PAGER, or use --no-pager"))
  }

  private func appearance() async -> Appearance {
    let symbols = PreviewOutput.speaksUTF8(environment) ? Symbols.unicode : .ascii
    guard let look else {
      return Appearance(theme: Theme(colors: 0), symbols: symbols, colors: 0)
    }
    var appearance = Appearance(
      choice: look.theme, background: look.theme == .auto ? await background() : nil,
      symbols: look.isAccessible ? .words : symbols, colors: colors.count)
    appearance.order = look.order
    return appearance
  }

  /// Returns the terminal's background colour, or nil if it's unknown.
  private func background() async -> Color? {
    guard StandardStream.output.isTerminal else { return nil }
    let answers = await TerminalProbe.answers(
      to: .background, environment: environment, within: .milliseconds(500))
    return answers.background ?? Color(colorFGBG: environment["COLORFGBG"] ?? "")
  }

  /// The facts about the page, shown below its title.
  private func facts(of article: Article) -> [String] {
    let minutes = article.readingMinutes
    return [
      article.kind == .article ? nil : article.kind.name, article.byline,
      article.published?.formatted(Date.ISO8601FormatStyle().year().month().day()),
      localized("\(minutes, "minute")"),
    ].compactMap(\.self)
  }
}
