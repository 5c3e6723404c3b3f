import Markup
import Bookmarks
import Foundation
import LinkPreview
import LinkStore

/// The part of ``update(_:_:)`` that takes pasted text: into the line that is typed, else as addresses
/// to be saved.
func updatePaste(_ state: inout AppState, _ text: String) -> [Effect] {
  if let prompt = state.prompt {
    var edited = prompt
    edited.paste(text)
    return take(edited, in: &state)
  }
  if state.sheet != nil {
    state.notice = .information("Close the share sheet first, then paste again.")
    return []
  }
  let urls = URL.webAddresses(in: text)
  guard !urls.isEmpty else {
    state.notice = .information("No web address in what was pasted.")
    return []
  }
  if let obstacle = state.saved.writeObstacle {
    state.notice = .failure("Not saved: \(obstacle).")
    return []
  }
  state.helpScroll = nil
  let stopped: [Effect] = state.details == nil ? [] : [.stopInspection]
  state.cover = .question(.save(urls))
  return stopped
}

func save(_ urls: [URL], in state: inout AppState) -> [Effect] {
  let id = state.nextRequest()
  state.saved.history.record(.init(id: id, kind: .saved))
  state.saved.pendingChanges.insert(.init(id: id, direction: .make))
  return [.saveAddresses(id, urls)]
}
