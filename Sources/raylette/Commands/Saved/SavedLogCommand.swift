import ArgumentParser
import Foundation
import LinkStore
import Links
import Localization
import Markup

struct SavedLogCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log",
      abstract: localized("List the changes of saved links, the latest first."),
      discussion: localized(
        """
        Prints one change per line: its number, the time, what was done, and where, separated by \
        tabs; with addresses, what was done to these links, and their addresses. raylette saved undo \
        takes a number. Goes back 30 days, and up to 1,000 changes of this device.
        """))
  }

  @Argument(help: .savedAddresses)
  var addresses: [String] = []

  @Option(
    help: ArgumentHelp(
      localized("Only changes made then or later: 2026-01-31, 2026-01, 7d, 3mo, 1y."),
      valueName: "when"))
  var since: PointInTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("The maximum number of changes."), valueName: "number"),
    transform: OptionNumber("--limit", from: 1).whole)
  var limit: Int?

  @Flag(help: .jsonLines)
  var json = false

  @OptionGroup var null: NullOption

  func run() async throws {
    let store = try SavedLinkStore.ofUser()
    guard addresses.isEmpty else { return try await printEvents(in: store) }
    let changes = try await store.changes(since: since?.date(now: Date()), limit: limit ?? .max)
    for entry in changes { try put(entry.change, entry.text, isUndone: entry.isUndone) }
  }

  /// Prints the changes of the named links.
  private func printEvents(in store: SavedLinkStore) async throws {
    var missing = MissingLinks()
    let start = since?.date(now: Date()) ?? .distantPast
    for try await input in PreviewInput.inputs(addresses, isNull: null.isNull) {
      guard let link = try await SavedShowCommand.link(input, in: store, &missing) else {
        continue
      }
      let events = try await CommandOutput.inResultLanguage(isJSON: json) {
        try await store.history(of: link.id, limit: limit ?? Self.eventLimit)
      }
      for event in events where event.change.madeAt >= start {
        try put(event.change, event.text, link: link.address.text)
      }
    }
    if let failure = missing.failure { throw failure }
  }

  /// The most changes of a link. The log has no more of its own.
  private static let eventLimit = 1_000

  private func put(
    _ change: LinkChange, _ text: @autoclosure () -> String, link: String? = nil,
    isUndone: Bool = false
  ) throws {
    if json {
      // The device whose changes were received, and the link that the text is about; null for a
      // change of any number of links.
      var device: String?
      if case .received(let name) = change.kind { device = name }
      return try CommandOutput.printJSON(
        [
          "at": change.madeAt, "change": text(), "device": device, "isUndone": isUndone,
          "number": change.id, "origin": change.origin.rawValue, "url": link,
        ],
        lineEnd: null.lineEnd)
    }
    try CommandOutput.print(
      columns: [
        "\(change.id)", change.madeAt.formatted(.iso8601), text(),
        isUndone ? localized("\(change.originText), undone") : change.originText,
      ] + (link.map { [$0] } ?? []), lineEnd: null.lineEnd)
  }
}
