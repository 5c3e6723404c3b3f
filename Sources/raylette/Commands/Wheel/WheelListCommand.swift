import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization
import Markup

struct WheelListCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: localized("List the wheels."),
      discussion: localized(
        """
        Prints one wheel per line: name, number of links, how many haven't come up yet, and where the \
        links come from, separated by tabs. With --json, an object per line with name, isBuiltIn, \
        links, unseen, never (links that never come up again), topics, updatedAt, and sources with \
        location, readAt and failure.
        """))
  }

  @Flag(help: .jsonLines)
  var json = false

  func run() async throws {
    for wheel in try await WheelListing.all(in: .ofUser()) {
      if json { try CommandOutput.printJSON(wheel.json) } else { try wheel.print() }
    }
  }
}

/// A wheel as a line of text or JSON.
struct WheelListing {
  let name: String
  let isBuiltIn: Bool
  let links: Int
  let unseen: Int
  let never: Int
  let topics: [String]
  var updatedAt: Date?
  let sources: [WheelOrigin]

  init(_ wheel: WheelSummary) {
    name = wheel.name
    isBuiltIn = wheel.isBuiltIn
    (links, unseen, never) = (wheel.count, wheel.unseenCount, wheel.neverCount)
    topics = wheel.topics
    updatedAt = wheel.updatedAt
    sources = wheel.sources
  }

  /// A built-in wheel that was never spun, and so isn't in the store yet.
  init(_ wheel: Wheel.BuiltIn) {
    name = wheel.rawValue
    isBuiltIn = true
    links = wheel.wheel.links.count
    (unseen, never, topics, sources) = (links, 0, [], [])
  }

  /// All wheels by name.
  static func all(in store: WheelStore) async throws(StoreError) -> [WheelListing] {
    let kept = try await store.all()
    let others = Wheel.BuiltIn.allCases.filter { name in
      !kept.contains { $0.name == name.rawValue }
    }
    return (kept.map { WheelListing($0) } + others.map { WheelListing($0) })
      .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// All keys are always present, with null for missing values.
  var json: JSONObject {
    [
      "name": name, "isBuiltIn": isBuiltIn, "links": links, "unseen": unseen, "never": never,
      "topics": topics, "updatedAt": updatedAt,
      "sources": sources.map { source -> JSONObject in
        ["location": source.location, "readAt": source.readAt, "failure": source.failure]
      },
    ]
  }

  func print() throws(CommandFailure) {
    try CommandOutput.print(
      columns: [
        name, String(links), String(unseen),
        isBuiltIn ? localized("built in") : sources.map(\.location).joined(separator: " "),
      ])
  }
}
