import Favorites
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup

/// Prints random links of a wheel for `raylette spin`: their cards, JSON, or only their addresses.
struct SpinPrinter {
  // Options from the command line. Nil uses the config file.
  let wheel: String?
  let narrowing: WheelNarrowing
  let seed: UInt64?
  let timeout: Double?
  let theme: String?
  let format: PreviewOutput.Format
  let opens: Bool
  let saves: Bool
  let fetches: Bool

  func print(_ count: Int) async throws {
    let environment = Invocation.current.environment
    let configuration = try ConfigurationFile(environment: environment).read()
    configuration.useProxy(environment: environment)
    let store = try SavedLinkStore.ofUser(saves ? .writing : .reading)
    let wheels = WheelStore(sharing: store)
    let summary = try await WheelOpener(store: wheels).open(
      wheel, configured: configuration.wheel,
      lastSession: SessionFile(environment: environment).read())
    let narrowing = try await NarrowingArgument(narrowing: narrowing).spelled(
      in: summary, of: wheels)
    let location = StoreLocation(environment: environment)
    let cache = MetadataCache(location: location, sizeLimit: configuration.cacheLimit)
    var state = WheelState(
      summary, seed: seed ?? .random(in: .min ... .max), isSeeded: seed != nil)
    state.narrow(to: narrowing, counts: nil)
    let spinner = WheelSpinner(
      loader: MetadataLoader(cache: cache), saved: store, wheels: wheels)
    var spins = SpinIterator(
      state, spinner: spinner,
      timeout: fetches ? .seconds(timeout ?? configuration.timeout) : nil)
    let output = SpinOutput(
      format: format, wheel: summary.name,
      cards: PreviewOutput(
        format: format,
        theme: try ThemeSelection(configuration, override: theme, environment: environment).choice,
        isAccessible: configuration.isAccessible(environment: environment),
        bidi: configuration.bidi, environment: environment))
    let browser = Browser(environment: environment)
    if opens { await browser.reportMissingVariable() }
    var hasFailed = false
    for _ in 0..<count {
      var spun: SpinIterator.Element
      repeat {
        guard let next = try await spins.next() else {
          let what = ([summary.name] + narrowing.values).list
          throw CommandFailure(message: localized("no links left: \(what)"), exitCode: 1)
        }
        spun = next
        if let failure = spun.failure {
          CommandOutput.report(
            "raylette: \(spun.link.address): \(failure.detail ?? failure.sentence)")
        }
      } while spun.isSkipped
      try output.print(spun)
      hasFailed = spun.failure != nil || hasFailed
      if saves { try await save(spun, in: store) }
      if opens, let failure = await browser.failure(opening: spun.url) {
        CommandOutput.report("raylette: \(failure.sentence)")
        hasFailed = true
      }
    }
    if hasFailed { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private func save(_ spun: SpinIterator.Element, in store: SavedLinkStore) async throws {
    let metadata = spun.metadata ?? LinkMetadata(originalURL: spun.url)
    _ = try await store.recording(.saved).save(metadata, at: Date())
  }
}

/// Prints the links that `raylette spin` picked.
struct SpinOutput {
  let format: PreviewOutput.Format
  /// The name of the wheel.
  let wheel: String
  let cards: PreviewOutput

  func print(_ spun: SpinIterator.Element) throws {
    if format == .json {
      return try CommandOutput.printJSON(spun.json(wheel: wheel))
    }
    // The problem of the page has been reported.
    if spun.failure != nil { return }
    if let metadata = spun.metadata { return try cards.print(.card(metadata), of: "") }
    let facts = spun.link.topics + [spun.link.language].compactMap(\.self)
    try CommandOutput.print(
      columns: [spun.link.address, spun.link.title ?? "", facts.joined(separator: ", ")])
  }
}

extension SpinIterator.Element {
  /// The link as a line of JSON: the keys of `raylette preview --json`, and the wheel's own. All
  /// keys are always present, with null for missing values.
  fileprivate func json(wheel: String) -> JSONObject {
    var object = PreviewJSON.object(metadata ?? LinkMetadata(originalURL: url), error: failure)
    object.append("wheel", wheel.json)
    object.append("topics", link.topics.json)
    object.append("programmingLanguage", link.language.json)
    object.append("linkTitle", link.title.json)
    object.append("linkSummary", link.summary.json)
    return object
  }
}
