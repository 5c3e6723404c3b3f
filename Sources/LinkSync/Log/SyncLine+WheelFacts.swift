import Foundation
import Markup

extension SyncLine {
  /// Encodes a wheel fact, without a line break.
  /// - Parameter device: the device whose log the line is for.
  package static func text(_ fact: WheelFact, device: String) -> String {
    var line = start(at: fact.time, device: device)
    func add(_ key: String, _ value: String?) {
      if let value { line += ",\(quoted(key)):\(quoted(value))" }
    }
    switch fact.subject {
    case .seen(let address): add(fact.isSet ? "seen" : "unseen", address)
    case .neverLink(let address): add(fact.isSet ? "never" : "again", address)
    case .neverHost(let host): add(fact.isSet ? "neverHost" : "againHost", host)
    case .visit(let address, let moment):
      add("visit", address)
      add("shown", ISOTime.text(moment))
    case .historyStart: line += ",\"historyCleared\":true"
    case .wheel(let name): add(fact.isSet ? "wheel" : "noWheel", name)
    }
    add("title", fact.title)
    if case .visit = fact.subject { add("wheel", fact.wheel) }
    return line + list("sources", fact.sources) + "}"
  }
}

extension SyncLineObject {
  /// The fact on this line. Its texts are made plain and bounded.
  var fact: WheelFact? {
    if fields["historyCleared"] as? Bool == true { return WheelFact(.historyStart, at: time) }
    // The line of a visit has a wheel too, so "visit" is tried first.
    for key in [
      "visit", "seen", "unseen", "never", "again", "neverHost", "againHost",
      "wheel", "noWheel",
    ] {
      guard let value = fields[key] as? String else { continue }
      return fact(key, value)
    }
    return nil
  }

  private func fact(_ key: String, _ value: String) -> WheelFact? {
    let title = text("title")
    switch key {
    case "visit":
      guard let moment = (fields["shown"] as? String).flatMap(ISOTime.milliseconds) else {
        return nil
      }
      return address(value).map {
        WheelFact(.visit($0, moment), at: time, title: title, wheel: text("wheel") ?? "")
      }
    case "seen", "unseen":
      return address(value).map { WheelFact(.seen($0), at: time, isSet: key == "seen") }
    case "never": return address(value).map { WheelFact(.neverLink($0), at: time, title: title) }
    case "again": return address(value).map { WheelFact(.neverLink($0), at: time, isSet: false) }
    case "neverHost", "againHost":
      guard let host = PlainText.folded(value, limit: 253) else { return nil }
      return WheelFact(.neverHost(host), at: time, isSet: key == "neverHost")
    default:
      guard let name = PlainText.folded(value, limit: 100), name == value else { return nil }
      let sources = (fields["sources"] as? [Any] ?? []).compactMap { SyncLine.address($0)?.text }
      guard key == "noWheel" || !sources.isEmpty else { return nil }
      return WheelFact(
        .wheel(name), at: time, isSet: key == "wheel", sources: key == "wheel" ? sources : [])
    }
  }

  private func address(_ text: String) -> String? { SyncLine.address(text)?.text }

  private func text(_ key: String) -> String? {
    (fields[key] as? String).flatMap { PlainText.folded($0, limit: TextLimit.title) }
  }
}
