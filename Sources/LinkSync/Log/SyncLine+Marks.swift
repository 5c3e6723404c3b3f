import Foundation
import Markup

extension SyncLine {
  /// Encodes a mark, without a line break.
  /// - Parameter device: the device whose log the line is for.
  package static func text(_ mark: SyncMark, device: String) -> String {
    var line = start(at: mark.time, device: device)
    func add(_ key: String, _ value: String?) {
      if let value { line += ",\(quoted(key)):\(quoted(value))" }
    }
    switch mark.subject {
    case .seen(let address): add(mark.isSet ? "seen" : "unseen", address)
    case .neverLink(let address): add(mark.isSet ? "never" : "again", address)
    case .neverHost(let host): add(mark.isSet ? "neverHost" : "againHost", host)
    case .visit(let address, let moment):
      add("visit", address)
      add("shown", ISOTime.text(moment))
    case .historyStart: line += ",\"historyCleared\":true"
    case .wheel(let name): add(mark.isSet ? "wheel" : "noWheel", name)
    }
    add("title", mark.title)
    if case .visit = mark.subject { add("wheel", mark.wheel) }
    return line + list("sources", mark.sources) + "}"
  }
}

extension SyncLineObject {
  /// The mark on this line. Its texts are made plain and bounded.
  var mark: SyncMark? {
    if fields["historyCleared"] as? Bool == true { return SyncMark(.historyStart, at: time) }
    // The line of a visit has a wheel too, so "visit" is tried first.
    for key in [
      "visit", "seen", "unseen", "never", "again", "neverHost", "againHost",
      "wheel", "noWheel",
    ] {
      guard let value = fields[key] as? String else { continue }
      return mark(key, value)
    }
    return nil
  }

  private func mark(_ key: String, _ value: String) -> SyncMark? {
    let title = text("title")
    switch key {
    case "visit":
      guard let moment = (fields["shown"] as? String).flatMap(ISOTime.milliseconds) else {
        return nil
      }
      return address(value).map {
        SyncMark(.visit($0, moment), at: time, title: title, wheel: text("wheel") ?? "")
      }
    case "seen", "unseen":
      return address(value).map { SyncMark(.seen($0), at: time, isSet: key == "seen") }
    case "never": return address(value).map { SyncMark(.neverLink($0), at: time, title: title) }
    case "again": return address(value).map { SyncMark(.neverLink($0), at: time, isSet: false) }
    case "neverHost", "againHost":
      guard let host = PlainText.folded(value, limit: 253) else { return nil }
      return SyncMark(.neverHost(host), at: time, isSet: key == "neverHost")
    default:
      guard let name = PlainText.folded(value, limit: 100), name == value else { return nil }
      let sources = (fields["sources"] as? [Any] ?? []).compactMap { SyncLine.address($0)?.text }
      guard key == "noWheel" || !sources.isEmpty else { return nil }
      return SyncMark(
        .wheel(name), at: time, isSet: key == "wheel", sources: key == "wheel" ? sources : [])
    }
  }

  private func address(_ text: String) -> String? { SyncLine.address(text)?.text }

  private func text(_ key: String) -> String? {
    (fields[key] as? String).flatMap { PlainText.folded($0, limit: TextLimit.title) }
  }
}
