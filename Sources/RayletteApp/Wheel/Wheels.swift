package import Links
import Localization

/// The wheel in use, the way back to the original one, and the requests for others.
package struct Wheels: Equatable, Sendable {
  var session: SpinSession
  /// The original wheel, while another one is in use.
  var original: WheelState?
  /// The name of the wheel that the user chose, now or in an earlier session. A wheel on the
  /// command line doesn't change it.
  package var chosenName: String?
  /// The request that makes a wheel of saved links.
  var makeRequest = LatestRequest<[SavedLink.ID]>()
  /// The request that counts the links of a narrowing.
  var narrowingRequest = LatestRequest<WheelNarrowing>()

  init(_ wheel: WheelState) { session = SpinSession(wheel) }
}

/// The result of an effect that concerns the wheels.
package enum WheelAction: Equatable, Sendable {
  case made(RequestID, Result<WheelSummary, StoreError>)
  /// The present state of a wheel.
  case read(WheelSummary)
  /// The sources of a wheel were read again. The failure is nil if all were read.
  case updated(WheelID, name: String, failure: String?)
  case narrowingCounted(RequestID, WheelState.Counts?)
}

extension Wheels {
  mutating func update(_ action: WheelAction, in context: inout UpdateContext) {
    switch action {
    case .made(let id, let result): endMaking(id, result, in: &context)
    case .read(let summary): session.wheel.refresh(summary)
    case .updated(let id, let name, let failure):
      return endUpdate(of: id, name: name, failure: failure, in: &context)
    case .narrowingCounted(let id, let counts): endNarrowing(id, counts, in: &context)
    }
  }

  // MARK: - Another wheel

  /// Makes a wheel of saved links.
  /// - Parameter ids: the links, or none for all.
  mutating func make(of ids: [SavedLink.ID], in context: inout UpdateContext) {
    context.begin(&makeRequest, ids) { .read(.makeWheel($0, ids)) }
  }

  private mutating func endMaking(
    _ id: RequestID, _ result: Result<WheelSummary, StoreError>, in context: inout UpdateContext
  ) {
    guard makeRequest.end(id) != nil else { return }
    guard case .success(let summary) = result, summary.count > 0 else {
      context.dropTypeAhead()
      if case .failure(let error) = result {
        context.fail(error.description.asSentence)
      }
      return
    }
    original = original ?? session.wheel
    let key = context.surroundings.keyMap.label(of: "spin.original-wheel")
    context.inform(
      key.isEmpty
        ? localized("Spinning these links now.")
        : localized("Spinning these links now. \(key) brings back the wheel before."))
    context.then {
      $0.saved.selection.clear()
      $0.tab = .spin
    }
    replace(by: summary, in: &context)
  }

  /// Goes back to the original wheel.
  mutating func restoreOriginal(in context: inout UpdateContext) {
    guard let wheel = original else { return }
    original = nil
    session.wheel = wheel
    context.inform(localized("The wheel is “\(wheel.name)” again."))
    context.then { $0.effects += $0.spin.leaveWheel(keepsCard: true, in: $0.surroundings) }
    context.run(.read(.wheel(wheel.id)))
  }

  /// Uses another stored wheel, now and after the next start.
  mutating func use(_ summary: WheelSummary, in context: inout UpdateContext) {
    guard summary.id != session.wheel.id else {
      return context.inform(localized("The wheel is “\(summary.name)” already."))
    }
    original = nil
    chosenName = summary.name
    context.inform(localized("The wheel is “\(summary.name)” now."))
    context.then { $0.tab = .spin }
    replace(by: summary, in: &context)
  }

  private mutating func replace(by summary: WheelSummary, in context: inout UpdateContext) {
    session.wheel = session.wheel.replaced(by: summary)
    context.then { $0.effects += $0.spin.leaveWheel(keepsCard: false, in: $0.surroundings) }
  }

  /// Handles the end of an update in the background. Reports only failures.
  private func endUpdate(
    of id: WheelID, name: String, failure: String?, in context: inout UpdateContext
  ) {
    if let failure, context.notice == nil {
      context.inform(localized("\(name) keeps its old links: \(failure)"))
    }
    if id == session.wheel.id { context.run(.read(.wheel(id))) }
  }

  // MARK: - Narrowing

  /// Narrows the wheel, once it's known that some links match.
  mutating func narrow(to narrowing: WheelNarrowing, in context: inout UpdateContext) {
    if narrowing.isEmpty {
      session.wheel.narrow(to: narrowing, counts: nil)
      context.inform(localized("All of \(session.wheel.name) again."))
      context.then { $0.effects += $0.spin.dropPrefetch() }
      return context.run(.read(.wheel(session.wheel.id)))
    }
    let wheel = session.wheel.id
    context.begin(&narrowingRequest, narrowing) { .read(.narrowing($0, wheel, narrowing)) }
  }

  private mutating func endNarrowing(
    _ id: RequestID, _ counts: WheelState.Counts?, in context: inout UpdateContext
  ) {
    guard let narrowing = narrowingRequest.end(id) else { return }
    let separator = context.surroundings.symbols.separator
    let names = narrowing.values.joined(separator: separator)
    guard let counts, counts.all > 0 else {
      return context.inform(localized("No link of \(session.wheel.name) is left for \(names)."))
    }
    session.wheel.narrow(to: narrowing, counts: counts)
    let message = localized("Only \(names): \(counts.all, "link").")
    context.inform(message, advising: "wheel.narrow") { localized("Press \($0) for all again.") }
    context.then { $0.effects += $0.spin.dropPrefetch() }
  }
}
