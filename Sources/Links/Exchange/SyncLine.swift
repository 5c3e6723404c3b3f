import Foundation
import Markup

/// A line of a log: an operation on a link, or a fact, as a JSON object with its keys in a
/// fixed order.
///
///     {"at":"2026-11-22T23:25:41.123Z","link":"https://example.org/","saved":"2026-11-22T23:25:41.120Z","title":"An example","tags":["one","two"]}
///
/// A missing key sets nothing, and null clears its field.
package enum SyncLine {
  /// Encodes an operation, without a line break.
  /// - Parameter device: the device whose log the line is for. Lines don't repeat its name.
  package static func text(_ operation: SyncOperation, device: String) -> String {
    var line = start(at: operation.time, device: device)
    line.add("link", operation.address)
    for field in SyncField.named {
      if field == .opened { addTags(of: operation, to: &line) }
      if let value = operation.fields[field] { field.write(value, to: &line) }
    }
    return line.line
  }

  private static func start(at time: SyncTime, device: String) -> JSONWriter {
    var line = JSONWriter()
    line.add("at", ISOTime.text(time.milliseconds))
    if time.count > 0 { line.add("n", time.count) }
    if time.device != device { line.add("by", time.device) }
    return line
  }

  /// Adds the tags' positions too: nothing if they count from 0, the first one if they're
  /// consecutive, otherwise all of them.
  private static func addTags(of operation: SyncOperation, to line: inout JSONWriter) {
    if let first = operation.positions.first {
      line.add("tags", operation.tagOrder)
      if operation.positions != Array(first..<(first + operation.positions.count)) {
        line.add("from", operation.positions)
      } else if first > 0 {
        line.add("from", first)
      }
    }
    let removed = operation.fields.filter { $0.key.isTag && $0.value == .none }.map(\.key.name)
    if !removed.isEmpty { line.add("untagged", removed.sorted()) }
  }
}

extension SyncLineObject {
  /// The operation on this line. Its texts are made plain and bounded, because logs come from
  /// anywhere.
  var operation: SyncOperation? {
    guard let address = SyncLine.address(fields["link"]) else { return nil }
    var operation = SyncOperation(address: address.text, time: time, fields: [:])
    for field in SyncField.named {
      guard let json = fields[field.name] else { continue }
      if let value = field.value(of: json) { operation.fields[field] = value }
    }
    if operation.fields[.saved] != nil { operation.fields[.address] = .text(address.text) }
    for (index, tag) in SyncLine.tags(fields["tags"]) {
      operation.append(tag, at: SyncLine.position(ofTagAt: index, fields["from"]))
    }
    for (_, tag) in SyncLine.tags(fields["untagged"]) {
      operation.fields[.tag(tag.tagKey)] = SyncValue.none
    }
    return operation.fields.isEmpty ? nil : operation
  }
}

extension SyncLine {
  /// The longest line that's read, in bytes. No link has that much.
  package static let lengthLimit = 16 << 20

  /// Parses a web address of any length, because a link with a long address may be saved.
  static func address(_ json: JSONValue?) -> WebAddress? {
    json?.string.flatMap { WebAddress($0) }
  }

  /// Returns a tag in its stored form. See ``SyncField/value(of:)``.
  package static func tag(_ text: String) -> String? {
    PlainText.folded(text, limit: TextLimit.tag)
  }

  /// Parses tags, with their indices in the line.
  fileprivate static func tags(_ json: JSONValue?) -> [(Int, String)] {
    (json?.items ?? []).enumerated().compactMap { index, json in
      json.string.flatMap(tag).map { (index, $0) }
    }
  }

  /// Parses the position of a tag.
  /// - Parameter json: the position of the first tag, or a list with each tag's position.
  fileprivate static func position(ofTagAt index: Int, _ json: JSONValue?) -> Int {
    func position(_ json: JSONValue?) -> Int? {
      json?.whole.flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    }
    if case .array(let list)? = json {
      return list.indices.contains(index) ? position(list[index]) ?? index : index
    }
    return (position(json) ?? 0) + index
  }
}

/// The JSON object on a line, with the time that every line has.
struct SyncLineObject {
  let fields: JSONObject
  let time: SyncTime

  /// Returns nil if the line isn't an object with a time.
  init?(_ line: Data, device: String) {
    guard line.count <= SyncLine.lengthLimit, let object = JSONReader.value(of: line)?.object,
      let at = object["at"]?.string.flatMap(ISOTime.milliseconds)
    else { return nil }
    let device = object["by"]?.string ?? device
    guard let count = (object["n"] ?? 0.json).whole, (0..<SyncTime.countLimit).contains(count),
      DeviceName.isValid(device)
    else { return nil }
    fields = object
    time = SyncTime(milliseconds: at, count: count, device: device)
  }
}

extension SyncLine {
  /// Encodes a fact, without a line break.
  /// - Parameter device: the device whose log the line is for.
  package static func text(_ fact: SyncFact, device: String) -> String {
    var line = start(at: fact.time, device: device)
    func add(_ key: String, _ value: String?) {
      if let value { line.add(key, value) }
    }
    switch fact.subject {
    case .seen(let address): add(fact.isSet ? "seen" : "unseen", address)
    case .neverLink(let address): add(fact.isSet ? "never" : "again", address)
    case .neverHost(let host): add(fact.isSet ? "neverHost" : "againHost", host)
    case .visit(let address, let moment):
      add("visit", address)
      add("shown", ISOTime.text(moment))
    case .historyStart: line.add("historyCleared", true)
    case .wheel(let name): add(fact.isSet ? "wheel" : "noWheel", name)
    case .read(let address):
      add(fact.isSet ? "read" : "unread", address)
      add("readAt", fact.readAt.map(ISOTime.text))
    case .place(let address):
      add(fact.isSet ? "place" : "noPlace", address)
      if let place = fact.place {
        line.add("progress", json: "\(place.progress)".utf8)
        line.add("block", place.block)
        line.add("offset", place.offset)
      }
    case .search(let name):
      add(fact.isSet ? "search" : "noSearch", name)
      add("filter", fact.value)
    case .setting(let key):
      add(fact.isSet ? "setting" : "noSetting", key)
      add("value", fact.value)
    }
    add("title", fact.title)
    if case .visit = fact.subject { add("wheel", fact.wheel) }
    if !fact.sources.isEmpty { line.add("sources", fact.sources) }
    return line.line
  }
}

extension SyncLineObject {
  /// The fact on this line. Its texts are made plain and bounded.
  var fact: SyncFact? {
    if fields["historyCleared"]?.bool == true { return SyncFact(.historyStart, at: time) }
    // The line of a visit has a wheel too, so "visit" is tried first.
    for key in [
      "visit", "seen", "unseen", "never", "again", "neverHost", "againHost",
      "wheel", "noWheel", "read", "unread", "place", "noPlace", "search", "noSearch", "setting",
      "noSetting",
    ] {
      guard let value = fields[key]?.string else { continue }
      return fact(key, value)
    }
    return nil
  }

  private func fact(_ key: String, _ value: String) -> SyncFact? {
    let title = text("title")
    switch key {
    case "visit":
      guard let moment = fields["shown"]?.string.flatMap(ISOTime.milliseconds) else {
        return nil
      }
      return address(value).map {
        SyncFact(.visit($0, moment), at: time, title: title, wheel: text("wheel") ?? "")
      }
    case "seen", "unseen":
      return address(value).map { SyncFact(.seen($0), at: time, isSet: key == "seen") }
    case "never": return address(value).map { SyncFact(.neverLink($0), at: time, title: title) }
    case "again": return address(value).map { SyncFact(.neverLink($0), at: time, isSet: false) }
    case "read":
      guard let date = fields["readAt"]?.string.flatMap(ISOTime.milliseconds) else {
        return nil
      }
      return address(value).map { SyncFact(.read($0), at: time, readAt: date) }
    case "unread": return address(value).map { SyncFact(.read($0), at: time, isSet: false) }
    case "place":
      guard let place else { return nil }
      return address(value).map { SyncFact(.place($0), at: time, place: place) }
    case "noPlace": return address(value).map { SyncFact(.place($0), at: time, isSet: false) }
    case "search":
      guard let name = name(value), let filter = text("filter") else { return nil }
      return SyncFact(.search(name), at: time, value: filter)
    case "noSearch": return name(value).map { SyncFact(.search($0), at: time, isSet: false) }
    case "setting":
      guard let key = name(value), let value = text("value") else { return nil }
      return SyncFact(.setting(key), at: time, value: value)
    case "noSetting": return name(value).map { SyncFact(.setting($0), at: time, isSet: false) }
    case "neverHost", "againHost":
      guard let host = PlainText.folded(value, limit: 253) else { return nil }
      return SyncFact(.neverHost(host), at: time, isSet: key == "neverHost")
    default:
      guard let name = name(value) else { return nil }
      let sources = (fields["sources"]?.items ?? []).compactMap { SyncLine.address($0)?.text }
      guard key == "noWheel" || !sources.isEmpty else { return nil }
      return SyncFact(
        .wheel(name), at: time, isSet: key == "wheel", sources: key == "wheel" ? sources : [])
    }
  }

  /// Returns the name of a wheel, a search or a setting, which identifies it.
  private func name(_ text: String) -> String? {
    PlainText.folded(text, limit: SyncFact.nameLimit) == text ? text : nil
  }

  private var place: SyncFact.Place? {
    guard let progress = fields["progress"]?.number, (0...1).contains(progress),
      let block = (fields["block"] ?? 0.json).whole, block >= 0,
      let offset = (fields["offset"] ?? 0.json).whole, offset >= 0
    else { return nil }
    return SyncFact.Place(block: block, offset: offset, progress: progress)
  }

  private func address(_ text: String) -> String? { WebAddress(text)?.text }

  private func text(_ key: String) -> String? {
    fields[key]?.string.flatMap { PlainText.folded($0, limit: TextLimit.title) }
  }
}
