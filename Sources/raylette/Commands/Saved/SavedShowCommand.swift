import ArgumentParser
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

struct SavedShowCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: localized("Print everything known about saved links, including those in the trash.")
    )
  }

  @Argument(help: .savedAddresses)
  var addresses: [String]

  @Flag(help: .jsonLines)
  var json = false

  @OptionGroup var null: NullOption

  func run() async throws {
    let store = try SavedLinkStore.ofUser()
    var isFirst = true
    var missing = MissingLinks()
    for try await input in PreviewInput.inputs(addresses, isNull: null.isNull) {
      guard let link = try await Self.link(input, in: store, &missing) else { continue }
      if json {
        try StandardOutput.put(SavedJSON.lines([link], lineEnd: null.lineEnd))
      } else {
        if !isFirst { try CommandOutput.print("") }
        let history = try await store.history(of: link.id)
        for line in Self.lines(link, history) { try CommandOutput.print(line) }
      }
      isFirst = false
    }
    if let failure = missing.failure { throw failure }
  }

  static func link(
    _ input: PreviewInput, in store: SavedLinkStore, _ missing: inout MissingLinks
  ) async throws -> SavedLink? {
    guard let address = input.address else {
      missing.report(notAnAddress: input)
      return nil
    }
    for isTrash in [false, true] {
      let link = try await store.link(named: address, isTrash: isTrash)
      if let link { return link }
    }
    missing.report(notSaved: input)
    return nil
  }

  /// Returns a line with the name and value of each fact. Further lines of a note, and changes but the
  /// latest, are indented.
  private static func lines(_ link: SavedLink, _ history: [LinkEvent]) -> [String] {
    let changes = history.map { event in
      event.change.madeAt.formatted(.iso8601) + " "
        + localized("\(event.text), \(event.change.originText)")
    }
    let values = SavedField.all(in: .show).map { ($0.label, $0.value(link)?.text) }
    let last = (localized("changes"), changes.isEmpty ? nil : changes.joined(separator: "\n"))
    return (values + [last]).flatMap { name, value -> [String] in
      guard let value else { return [] }
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
      return ["\(name): \(lines[0])"] + lines.dropFirst().map { "  \($0)" }
    }
  }
}
