import ArgumentParser
import Foundation
import LinkPreview
import LinkStore

/// Which saved links a command is about.
struct SavedSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Addresses of saved links; - reads them from standard input, one a line.",
      valueName: "address"))
  var addresses: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("All links that a filter finds.", valueName: "filter"))
  var filter: String?

  func validate() throws {
    guard addresses.isEmpty == (filter != nil) else {
      throw ValidationError("Name addresses, or take those of a --filter.")
    }
    if let filter, SavedFilter(filter).isEmpty {
      throw ValidationError("The --filter \"\(filter)\" has nothing to look for.")
    }
  }

  /// The links meant. An address that is not among them is told on standard error, and makes the
  /// command end with 1.
  func links(in access: SavedStoreAccess, isTrash: Bool = false) async throws -> (
    links: [SavedLink], isComplete: Bool
  ) {
    if let filter {
      var links: [SavedLink] = []
      let query = SavedQuery(filter: SavedFilter(filter), isTrash: isTrash)
      _ = try await access.forEach(query) { links.append($0) }
      if links.isEmpty { throw CommandFailure(message: "nothing matches \(filter)", exitCode: 1) }
      return (links, true)
    }
    var links: [SavedLink] = []
    var isComplete = true
    for await input in PreviewInput.inputs(addresses) {
      let link = try await access.run { store throws(StoreError) -> SavedLink? in
        guard let url = input.url else { return nil }
        return try await store.link(for: url, isTrash: isTrash)
      }
      if let link {
        links.append(link)
      } else {
        isComplete = false
        CommandOutput.report("raylette: not saved: \(input.text)")
      }
    }
    return (links, isComplete)
  }
}
