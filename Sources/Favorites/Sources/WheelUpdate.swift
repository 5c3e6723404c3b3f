package import Foundation
package import Links
import Localization

/// The present content of a wheel's sources.
package struct WheelUpdate {
  /// The wheel's links, or nil if they're unchanged.
  package private(set) var links: [Wheel.Link]?
  /// The sources, with the versions of their files.
  package private(set) var sources: [WheelOrigin] = []
  /// The reasons why sources couldn't be read.
  package private(set) var failures: [String] = []
  package private(set) var problems: [SourceProblem] = []
  /// Whether all links of all sources are known.
  package private(set) var isComplete = true
  /// Whether a source, or a part of one, couldn't be read. A source that can be read only once
  /// hasn't failed; its links stay.
  package private(set) var hasFailed = false
  package let date = Date()

  /// Loads a source with a loader. The name is the source's location, for messages.
  package typealias Loading =
    @Sendable (
      _ name: String, _ body: (SourceLoader) async throws(WheelSourceError) -> LoadedSource
    ) async throws(WheelSourceError) -> LoadedSource

  /// Reads the sources of a wheel. Unchanged sources are read only if another one has changed.
  /// - Parameter loading: called for each source. A command shows its progress.
  package init(
    of wheel: WheelSummary,
    loading: Loading = { _, body throws(WheelSourceError) in try await body(SourceLoader()) }
  ) async {
    var loaded: [SourceContents?] = []
    for source in wheel.sources {
      loaded.append(
        await read(source, since: SourceVersions(encoded: source.validators), loading))
    }
    guard loaded.contains(where: { $0 != nil }) else { return }
    var all = SourceLinks()
    for (index, source) in wheel.sources.enumerated() {
      var contents = loaded[index]
      if contents == nil, sources[index].failure == nil {
        // Reads the unchanged source too, because the wheel doesn't record which links came from
        // it.
        sources.remove(at: index)
        contents = await read(source, since: nil, loading)
        sources.insert(sources.removeLast(), at: index)
      }
      if let contents { all.add(contents.links) }
    }
    links = all.all.map(Wheel.Link.init)
  }

  /// Returns nil for a source that's unchanged or couldn't be read.
  private mutating func read(
    _ origin: WheelOrigin, since versions: SourceVersions?, _ loading: Loading
  ) async -> SourceContents? {
    var origin = origin
    defer { sources.append(origin) }
    guard !WheelSource.isOnceOnly(origin.location) else {
      origin.location = WheelSource.onceOnly
      isComplete = false
      return nil
    }
    do throws(WheelSourceError) {
      let source = try WheelSource(origin.location)
      let result = try await loading(origin.location) { loader throws(WheelSourceError) in
        try await source.load(since: versions, by: loader)
      }
      (origin.readAt, origin.failure) = (date, nil)
      guard case .contents(let contents) = result else { return nil }
      origin.validators = contents.versions?.encoded
      problems += contents.problems
      if contents.isPartial { (isComplete, hasFailed) = (false, true) }
      return contents
    } catch {
      (isComplete, hasFailed) = (false, true)
      origin.failure = Catalogue.with(.stored) { error.description }
      failures.append(error.description)
      return nil
    }
  }
}
