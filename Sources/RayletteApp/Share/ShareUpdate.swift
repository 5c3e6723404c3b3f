import Markup
import Foundation
import LinkPreview
import LinkStore

/// The part of ``update(_:_:)`` that gives links away.
func updateShare(_ state: inout AppState, _ action: Action) -> [Effect] {
  switch action {
  case .sharePressed:
    state.sheet = state.shareSubject.map { ShareSheet($0, means: state.shareMeans) }

  case .copyPressed:
    guard let source = state.shareSubject.flatMap({ source(of: $0, in: state) }) else { return [] }
    return [share(.copy(.address), source, in: &state)]

  case .shareMoved(let step):
    guard let sheet = state.sheet else { return [] }
    state.sheet?.selection = min(max(0, sheet.selection + step), sheet.activities.count - 1)

  case .shareChosen:
    guard let sheet = state.sheet, sheet.activities.indices.contains(sheet.selection) else {
      return []
    }
    return begin(sheet.activities[sheet.selection], in: &state)
  case .shareKeyPressed(let key):
    guard let sheet = state.sheet,
      let index = sheet.activities.firstIndex(where: { sheet.key(of: $0) == key })
    else { return [] }
    state.sheet?.selection = index
    return begin(sheet.activities[index], in: &state)

  case .shareCancelled:
    switch state.sheet?.phase {
    case .waiting(let activity)?:
      state.sheet?.phase = .choosing
      state.notice = cancelled(activity)
    case .working(let id, _)?: return [.cancelShare(id)]
    case .choosing?, nil: break
    }

  case .shareEnded(let id, let activity, let outcome):
    let isOfSheet = state.sheet?.phase == .working(id, activity)
    switch outcome {
    case .completed(let sentence):
      if isOfSheet { state.cover = nil }
      state.notice = .success(sentence)
    case .code(let code, let address):
      if isOfSheet { state.cover = .code(code, address: address) }
    case .cancelled:
      if isOfSheet { state.sheet?.phase = .choosing }
      state.notice = cancelled(activity)
    case .failed(let failure):
      if isOfSheet { state.sheet?.phase = .choosing }
      state.notice = .failure("\(activity.failure): \(failure.sentence)")
    }

  default: break
  }
  return []
}

/// Does what was chosen while the page was on its way, once it is there or will not come.
func shareWhatWasAwaited(_ state: inout AppState) -> [Effect] {
  guard case .waiting(let activity)? = state.sheet?.phase else { return [] }
  return begin(activity, in: &state)
}

private func begin(_ activity: ShareActivity, in state: inout AppState) -> [Effect] {
  guard let sheet = state.sheet else { return [] }
  if activity == .open {
    state.cover = nil
    // What the sheet was of, wherever the selection is by now.
    switch sheet.subject {
    case .spin: return updateOpening(&state, .openPressed)
    case .saved(let ids): return open(ids, in: &state)
    }
  }
  if activity.tellsOfPage, sheet.subject == .spin, state.spin?.isLoading == true {
    state.sheet?.phase = .waiting(activity)
    return []
  }
  guard let source = source(of: sheet.subject, in: state) else { return [] }
  let effect = share(activity, source, in: &state)
  let id = state.lastShare
  state.sheet?.phase = .working(id, activity)
  return [effect]
}

private func share(
  _ activity: ShareActivity, _ source: ShareSource, in state: inout AppState
) -> Effect {
  state.lastShare = state.lastShare.next
  return .share(state.lastShare, activity, source)
}

private func cancelled(_ activity: ShareActivity) -> Notice {
  // A person's own name stays as it is.
  if case .command(let command) = activity { return .information("Cancelled: \(command.name).") }
  return .information("Cancelled: \(activity.name.lowercasedFirst).")
}

private func source(of subject: ShareSheet.Subject, in state: AppState) -> ShareSource? {
  switch subject {
  case .spin:
    state.spin.map { .link($0.saveableMetadata ?? LinkMetadata(originalURL: $0.url)) }
  case .saved(let ids): .saved(ids)
  }
}

extension AppState {
  /// What would be shared now.
  var shareSubject: ShareSheet.Subject? {
    switch tab {
    case .spin: spin == nil ? nil : .spin
    case .saved: saved.targets.isEmpty ? nil : .saved(saved.targets)
    }
  }
}
