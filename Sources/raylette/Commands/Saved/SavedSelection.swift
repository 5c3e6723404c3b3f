import ArgumentParser
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

/// The saved links that a command acts on.
struct SavedSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      localized(
        "Addresses of saved links; - reads them from standard input, one per line, as list prints them."
      ),
      valueName: "address"))
  var addresses: [String] = []

  @Option(
    parsing: .unconditional,
    help: .filter,
    completion: .source(.filters),
    transform: SavedFilter.init(option:))
  var filter: SavedFilter?

  @OptionGroup var null: NullOption

  func validate() throws {
    guard addresses.isEmpty == (filter != nil) else {
      throw ValidationError(localized("Name addresses, or take those of a --filter."))
    }
  }

  /// Returns the selected links, without duplicates. Reports addresses that aren't valid or aren't
  /// saved on standard error. The command ends with the failure, after it has processed the links.
  func links(in store: SavedLinkStore, isTrash: Bool = false) async throws -> (
    ids: [SavedLink.ID], failure: CommandFailure?
  ) {
    if let filter {
      let ids = try await store.list(SavedQuery(filter: filter, isTrash: isTrash)).ids
      if ids.isEmpty {
        throw CommandFailure(message: localized("nothing matches \(filter.text)"), exitCode: 1)
      }
      return (ids, nil)
    }
    var inputs: [PreviewInput] = []
    for try await input in PreviewInput.inputs(addresses, isNull: null.isNull) {
      inputs.append(input)
    }
    var ids: [SavedLink.ID] = []
    var known: Set<SavedLink.ID> = []
    var missing = MissingLinks()
    // Many in one read, because each read takes as long as several links.
    for start in stride(from: 0, to: inputs.count, by: Self.batchSize) {
      let batch = inputs[start..<min(start + Self.batchSize, inputs.count)]
      var links = try await store.links(named: batch.compactMap(\.address), isTrash: isTrash)
        .makeIterator()
      for input in batch {
        if input.address == nil {
          missing.report(notAnAddress: input)
        } else if let link = links.next() ?? nil {
          if known.insert(link.id).inserted { ids.append(link.id) }
        } else {
          missing.report(notSaved: input)
        }
      }
    }
    return (ids, missing.failure)
  }

  private static let batchSize = 500
}

/// Reports the addresses of a command that have no saved link.
struct MissingLinks {
  /// The failure of the command, if there were any: 2 if one isn't an address, 1 if one isn't
  /// saved.
  private(set) var failure: CommandFailure?

  mutating func report(notAnAddress input: PreviewInput) {
    CommandOutput.report("raylette: \(input.refusal)")
    failure = CommandFailure(message: nil, exitCode: PreviewInput.refusedCode)
  }

  mutating func report(notSaved input: PreviewInput) {
    CommandOutput.report("raylette: \(input.notSavedMessage)")
    failure = failure ?? CommandFailure(message: nil, exitCode: 1)
  }
}

extension SavedFilter {
  /// Parses the value of `--filter`, which may begin with the `-` of an exclusion.
  init(option text: String) throws {
    // An option here means that the filter was forgotten.
    guard !text.hasPrefix("--"), !["-h", "-y", "-0"].contains(text) else {
      throw ValidationError(localized("--filter takes a filter; \(text) is an option."))
    }
    self.init(text)
    try refuseUnknownWords()
    if isEmpty {
      throw ValidationError(localized("The --filter \"\(text)\" has nothing to look for."))
    }
  }

  /// Parses the arguments of a command as one filter.
  init(words: [String]) { self.init(words.joined(separator: " ")) }

  /// Throws if the arguments of a command have an unknown word, or nothing to look for, as `🎉` has: it
  /// would match everything.
  func refuse(given words: [String]) throws {
    try refuseUnknownWords()
    if isEmpty, !words.isEmpty {
      throw ValidationError(localized("The filter \"\(text)\" has nothing to look for."))
    }
  }

  /// Throws if a word such as `is:ded` is unknown. On screen, such a word matches everything, but a
  /// command would then act on more links than the user meant.
  func refuseUnknownWords() throws {
    guard let word = unknownWords.first else { return }
    throw ValidationError(
      localized(
        """
        \(word) isn't known. Filters know \(Self.stateWords.list), and before: \
        and after: with a date such as 2026-01 or 7d. Quotes make it text: '"\(word)"'
        """))
  }
}
