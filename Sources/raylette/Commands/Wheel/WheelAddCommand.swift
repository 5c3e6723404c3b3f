import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization

struct WheelAddCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: localized("Make a wheel from the links of one or more sources."),
      discussion: localized(
        """
        All sources have to be readable. What's wrong in them is reported with its line, and the other \
        links are added. An address that several sources have counts once.
        """))
  }

  @Argument(help: ArgumentHelp(localized("A name for the wheel."), valueName: "name"))
  var name: String

  @Argument(
    help: ArgumentHelp(
      localized("Files, folders or addresses; - reads standard input."), valueName: "source"),
    completion: .file())
  var sources: [String]

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    try WheelName.check(name)
    if sources.contains("") { throw ValidationError(localized("A source is empty.")) }
    if Set(sources).count < sources.count {
      throw ValidationError(localized("A source is named twice."))
    }
  }

  func run() async throws {
    let store = try WheelStore.ofUser(dryRun.use)
    // Checks the name before anything is fetched.
    if try await store.names().contains(name) {
      throw CommandFailure(
        message: localized(
          """
          there's already a wheel named \(name); use wheel update \(name), or wheel rename \
          or wheel remove to make room
          """), exitCode: 1)
    }
    try ConfigurationFile.useProxy()
    var links = SourceLinks()
    var origins: [WheelOrigin] = []
    for text in sources {
      do throws(WheelSourceError) {
        let source = try WheelSource(text)
        let contents = try await SourceProgress.showing(text) {
          loader throws(WheelSourceError) in try await source.contents(by: loader)
        }
        SourceProgress.report(contents.problems)
        links.add(contents.links)
        let origin = WheelOrigin(
          location: source.location, validators: contents.versions?.encoded, readAt: Date())
        if !origins.contains(where: { $0.location == origin.location }) { origins.append(origin) }
      } catch {
        throw CommandFailure(message: error.description, exitCode: error.exitCode)
      }
    }
    let wheel = Wheel(name: name, links: links.all.map(Wheel.Link.init))
    if !dryRun.isDryRun {
      _ = try await store.add(wheel, from: origins, at: Date())
    }
    try CommandOutput.print(
      dryRun.isDryRun
        ? localized("\(name): \(wheel.links.count, "link") would be added")
        : localized("\(name): \(wheel.links.count, "link") added"))
  }
}
