import ArgumentParser
import Foundation
import Links
import Localization

/// `raylette` or `raylette spin`: runs the wheel. Its options aren't on the root command, because
/// there they would hide the other commands' options of the same name.
struct SpinCommand: AsyncParsableCommand {
  static let usage = "raylette [<options>]"

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "spin", abstract: localized("Spin the wheel."), usage: usage,
      discussion: localized(
        """
        Without a terminal, or with --number, --json, --open, --save or --no-fetch, prints cards of \
        random links instead of showing the screen. They count as seen. The exit code is 1 if no link \
        is left or a page can't be fetched. A topic, a language or a host may be typed in upper or lower \
        case.
        """))
  }

  @Option(
    help: ArgumentHelp(
      localized(
        "The wheel to spin, by name, or any list of links: a file, a folder or an address; - for standard input."
      ),
      valueName: "name or source"), completion: .source(.wheels))
  var wheel: String?

  @Option(
    help: ArgumentHelp(
      localized("Only links with this topic; upper and lower case are the same."),
      valueName: "topic"),
    completion: .source(.topics))
  var topic: String?

  @Option(
    help: ArgumentHelp(
      localized("Only links in this programming language."), valueName: "language"),
    completion: .source(.languages))
  var language: String?

  @Option(
    help: ArgumentHelp(localized("Only links of this host."), valueName: "host"),
    completion: .source(.hosts))
  var host: String?

  @Option(
    name: [.customShort("n"), .long], parsing: .unconditional,
    help: ArgumentHelp(localized("Print this many cards, 1 to 1000."), valueName: "number"),
    transform: OptionNumber("--number", 1...1000).whole)
  var number: Int?

  @Flag(help: .jsonLinesForCards)
  var json = false

  @Flag(help: ArgumentHelp(localized("Open the links in the browser, too.")))
  var open = false

  @Flag(help: ArgumentHelp(localized("Save the links, too.")))
  var save = false

  @Flag(
    name: .customLong("no-fetch"),
    help: ArgumentHelp(localized("Print addresses and topics without fetching pages.")))
  var noFetch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Spin the same links in the same order each time, seen or not."),
      valueName: "number"),
    transform: OptionNumber("--seed", from: 0).seed)
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: .timeout,
    transform: OptionNumber.timeout.any)
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      localized("The colours: auto, dark, light, mono, or a theme of your own."), valueName: "name"),
    completion: .source(.themes))
  var theme: String?

  @Flag(
    inversion: .prefixedNo, help: ArgumentHelp(localized("Use mouse clicks and the mouse wheel.")))
  var mouse: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(localized("Show animations while a page is fetched.")))
  var animation: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      localized(
        "For screen readers: words instead of frames, pictures and motion, and the cursor at the focus."
      ))
  )
  var accessible: Bool?

  @Option(
    help: ArgumentHelp(
      localized(
        "Pictures on cards, drawn by the program chafa: auto for pixels where the terminal can, or else cells in at least 256 colours; cells; pixels; always for cells in fewer colours too; never to fetch none."
      ),
      valueName: "when"),
    completion: .list(ImagePolicy.allCases.map(\.rawValue)),
    transform: ImagePolicy.init(option:))
  var images: ImagePolicy?

  func validate() throws {
    if let wheel, wheel.isEmpty {
      throw ValidationError(localized("--wheel takes a name or a file."))
    }
  }

  private var narrowing: WheelNarrowing {
    WheelNarrowing(topic: topic, language: language, host: host.map(Wheel.Link.host(named:)))
  }

  private var prints: Bool {
    number != nil || json || open || save || noFetch || !StandardStream.output.isTerminal
  }

  func run() async throws {
    guard !prints else {
      let format: PreviewOutput.Format = json ? .json : .text
      return try await SpinPrinter(
        wheel: wheel, narrowing: narrowing, seed: seed, timeout: timeout, theme: theme,
        format: format, opens: open, saves: save, fetches: !noFetch
      ).print(number ?? 1)
    }
    try await Launch(
      wheel: wheel, narrowing: narrowing, seed: seed, timeout: timeout, theme: theme,
      images: images, usesMouse: mouse, animates: animation, isAccessible: accessible
    ).run()
  }
}
