import ArgumentParser
import Favorites
import Foundation
import LinkStore
import Links
import Localization

struct SavedOpenCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: localized("Open links in the browser, at most 20 at once."),
      discussion: localized("Asks first if there are more than 5."))
  }

  @OptionGroup var selection: SavedSelection
  @OptionGroup var consent: ConfirmationOption

  func run() async throws {
    let environment = Invocation.current.environment
    let setting = try ConfigurationFile(environment: environment).read().browser
    let store = try SavedLinkStore.ofUser()
    let (ids, missing) = try await selection.links(in: store)
    let links = try await store.links(ids)
    guard links.count <= 20 else {
      throw CommandFailure(
        message: localized("\(links.count, "link is", "links are") too many to open at once"),
        exitCode: 1)
    }
    if links.count > 5 {
      try Confirmation(isGiven: consent.isGiven).ask(
        localized("Open \(links.count, "link"), such as \(links[0].url.absoluteString)?"))
    }
    let browser = Browser(setting, environment: environment)
    if !links.isEmpty { await browser.reportMissingVariable() }
    var openings: [(SavedLink, Browser.Opening)] = []
    for link in links { openings.append((link, await browser.start(opening: link.url))) }
    var hasFailed = false
    for (link, opening) in openings {
      if let failure = await opening.failure() {
        CommandOutput.report("raylette: \(failure.sentence)")
        hasFailed = true
      } else if store.writeError == nil {
        try await store.markOpened(link.id, at: Date())
      }
    }
    if let missing { throw missing }
    if hasFailed { throw CommandFailure(message: nil, exitCode: 1) }
  }
}

extension Browser {
  /// Prints a line if `BROWSER` names no program, because another is used then.
  func reportMissingVariable() async {
    guard let missing = await missingVariable() else { return }
    CommandOutput.report("raylette: \(BrowserName.message(ofMissing: missing))")
  }
}
