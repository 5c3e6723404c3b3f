import LinkStore
import Links
import Localization

/// A topic or language that narrows a wheel, as the user typed it.
struct NarrowingArgument {
  let narrowing: WheelNarrowing

  /// Returns the narrowing in the wheel's spelling. Case is ignored, but the exact spelling takes
  /// precedence, and then the most frequent one.
  /// - Throws: a failure that names the most similar value, if the wheel has no such value.
  func spelled(
    in wheel: WheelSummary, of store: WheelStore
  ) async throws -> WheelNarrowing {
    guard !narrowing.isEmpty else { return narrowing }
    // An exact spelling is found without listing all values.
    if let counts = try await store.count(of: wheel.id, narrowedTo: narrowing), counts.all > 0 {
      return narrowing
    }
    let facets = try await store.facets(of: wheel.id)
    func spelled(_ value: String?, _ kind: WheelFacet.Kind) throws(CommandFailure) -> String? {
      guard let value else { return nil }
      let names = facets.filter { $0.kind == kind }.map(\.value)
      if names.contains(value) { return value }
      if let name = names.first(where: { $0.lowercased() == value.lowercased() }) { return name }
      let message =
        switch kind {
        case .topic: localized("no link of \(wheel.name) has the topic \(value)")
        case .language: localized("no link of \(wheel.name) has the language \(value)")
        case .host: localized("no link of \(wheel.name) has the host \(value)")
        }
      throw CommandFailure(
        message: NearestName.continuing(message, for: value, in: names), exitCode: 1)
    }
    return WheelNarrowing(
      topic: try spelled(narrowing.topic, .topic),
      language: try spelled(narrowing.language, .language),
      host: try spelled(narrowing.host, .host))
  }
}
