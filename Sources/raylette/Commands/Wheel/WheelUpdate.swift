import Foundation
import Links

/// What the sources of a wheel have now.
struct WheelUpdate {
  /// The links, or nil if they're as they were.
  private(set) var links: [Wheel.Link]?
  /// The sources, with the versions of what was read.
  private(set) var sources: [WheelOrigin] = []
  /// Why sources couldn't be read.
  private(set) var failures: [String] = []
  private(set) var problems: [SourceProblem] = []
  /// Whether all links of all sources are known.
  private(set) var isComplete = true
  /// Whether a source, or a part of one, couldn't be read. One that can only be read once hasn't
  /// failed; its links stay.
  private(set) var hasFailed = false
  let date = Date()

  /// Whether to show on a terminal how far it is.
  private let showsProgress: Bool

  /// Reads the sources of a wheel, the unchanged ones only if others have changed.
  init(of wheel: WheelSummary, showsProgress: Bool = true) async {
    self.showsProgress = showsProgress
    var loaded: [SourceContents?] = []
    for source in wheel.sources {
      loaded.append(await read(source, since: SourceVersions(encoded: source.validators)))
    }
    guard loaded.contains(where: { $0 != nil }) else { return }
    var all = SourceLinks()
    for (index, source) in wheel.sources.enumerated() {
      var contents = loaded[index]
      if contents == nil, sources[index].failure == nil {
        // Only its links tell which of the wheel's links are its own.
        sources.remove(at: index)
        contents = await read(source, since: nil)
        sources.insert(sources.removeLast(), at: index)
      }
      if let contents { all.add(contents.links) }
    }
    links = all.all.map(Wheel.Link.init)
  }

  /// Returns nil for an unchanged source, or one that failed.
  private mutating func read(
    _ origin: WheelOrigin, since versions: SourceVersions?
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
      let result = try await contents(of: source, named: origin.location, since: versions)
      (origin.readAt, origin.failure) = (date, nil)
      guard case .contents(let contents) = result else { return nil }
      origin.validators = contents.versions?.encoded
      problems += contents.problems
      if contents.isPartial { (isComplete, hasFailed) = (false, true) }
      return contents
    } catch {
      (isComplete, hasFailed) = (false, true)
      origin.failure = error.description
      failures.append(error.description)
      return nil
    }
  }

  private func contents(
    of source: WheelSource, named name: String, since versions: SourceVersions?
  ) async throws(WheelSourceError) -> LoadedSource {
    guard showsProgress else { return try await source.load(since: versions) }
    return try await SourceProgress.showing(name) { loader throws(WheelSourceError) in
      try await source.load(since: versions, by: loader)
    }
  }
}
