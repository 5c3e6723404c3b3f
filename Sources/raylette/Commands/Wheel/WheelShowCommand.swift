import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization
import Markup

struct WheelShowCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: localized("Show a wheel, or its links."),
      discussion: localized(
        """
        With --json, prints the object of wheel list --json. With --links, prints the links, one per \
        line: address, tab, title. With both, an object per link with url, title, summary, topics and \
        language.
        """))
  }

  @Argument(
    help: .wheel, completion: .source(.wheelNames))
  var name: String

  @Flag(help: ArgumentHelp(localized("Print the links of the wheel.")))
  var links = false

  @Flag(help: .jsonLines)
  var json = false

  func run() async throws {
    let store = try WheelStore.ofUser()
    guard let wheel = try await WheelListing.all(in: store).first(where: { $0.name == name })
    else { throw try await store.missing(name) }
    if links {
      for link in try await links(in: store) { try print(link) }
    } else if json {
      try CommandOutput.printJSON(wheel.json)
    } else {
      try print(wheel)
    }
  }

  private func links(in store: WheelStore) async throws(StoreError) -> [Wheel.Link] {
    let kept = try await store.all().first { $0.name == name }
    guard let kept else { return Wheel.BuiltIn(rawValue: name)?.wheel.links ?? [] }
    return try await store.links(of: kept.id)
  }

  private func print(_ link: Wheel.Link) throws {
    if json {
      try CommandOutput.printJSON([
        "url": link.address, "title": link.title, "summary": link.summary, "topics": link.topics,
        "language": link.language,
      ])
    } else {
      try CommandOutput.print(columns: [link.address, link.title ?? ""])
    }
  }

  private func print(_ wheel: WheelListing) throws {
    let (name, unseen) = (wheel.name, wheel.unseen.grouped)
    try CommandOutput.print(
      wheel.never > 0
        ? localized(
          """
          \(name): \(wheel.links, "link"), \(unseen) not seen yet, \(wheel.never.grouped) never again
          """)
        : localized("\(name): \(wheel.links, "link"), \(unseen) not seen yet"))
    if !wheel.topics.isEmpty {
      try CommandOutput.print(localized("topics: \(wheel.topics.list)"))
    }
    if wheel.isBuiltIn { try CommandOutput.print(localized("comes with the program")) }
    for source in wheel.sources {
      let origin =
        source.location == WheelSource.onceOnly
        ? localized("standard input or a pipe") : source.location
      let text = source.readAt.map {
        localized("source: \(origin), read \($0.formatted(.iso8601))")
      }
      try CommandOutput.print(text ?? localized("source: \(origin)"))
      if let failure = source.failure {
        try CommandOutput.print("  " + localized("failed since: \(failure)"))
      }
    }
  }
}
