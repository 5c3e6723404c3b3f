import Bookmarks
import Foundation
import Markup

extension AppState {
  /// Inserts pasted text into the prompt. Without a prompt, saves the addresses in it.
  mutating func paste(_ text: String) -> [Effect] {
    if help?.isTyping == true {
      pasteIntoHelpSearch(text)
      return []
    }
    if palette != nil {
      palette?.paste(text)
      return []
    }
    if var prompt {
      prompt.paste(text)
      return take(prompt)
    }
    if var chooser {
      chooser.paste(text)
      self.chooser = chooser
      return []
    }
    if sheet != nil {
      notice = .information("Close the share sheet first, then paste again.")
      return []
    }
    var urls = URL.webAddresses(in: text)
    // Of bare names in other texts, most aren't meant as addresses.
    if urls.isEmpty, let url = WebAddress(typed: text)?.url, url.scheme == "http" { urls = [url] }
    guard !urls.isEmpty else {
      notice = .information("No web address in what was pasted.")
      return []
    }
    guard canSave() else { return [] }
    help = nil
    overlay = .question(.save(urls))
    return []
  }

  /// Performs the action that a question asked about.
  mutating func answerQuestion() -> [Effect] {
    guard let question else { return [] }
    overlay = nil
    switch question {
    case .open(let ids): return openAll(ids)
    case .check(let ids): return begin(.check, of: ids)
    case .save(let urls):
      let id = beginSave()
      return [.write(.saveAddresses(id, urls))]
    case .clearHistory: return [.write(.clearHistory(record(.clearedHistory)))]
    case .emptyTrash(_, let date):
      return [.write(.emptyTrash(record(.emptiedTrash), removedBefore: date))]
    }
  }
}
