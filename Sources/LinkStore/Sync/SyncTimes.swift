import LinkSync

/// The times of a link's fields as text: a line for each time, with the fields that were set then.
///
///     1750000000123.0.laptop-4kx9q2 saved address title +0 swift
///     1750000060000.2.tower-8w3nze note -old
///
/// Tags come last, after tabs. They begin with `+` and their position, or with `-` if they were
/// removed.
enum SyncTimes {
  static func text(_ registers: LinkRegisters) -> String {
    Dictionary(grouping: registers.fields) { $0.value.time }.sorted { $0.key < $1.key }
      .map { time, fields in
        let named = SyncField.stored.filter { field in fields.contains { $0.key == field } }
        let tags = fields.compactMap { field, register -> String? in
          guard field.isTag else { return nil }
          return register.value == .none
            ? "\t-\(field.name)" : "\t+\(register.position) \(field.name)"
        }.sorted()
        return "\(time.milliseconds).\(time.count).\(time.device)"
          + named.map { " \($0.name)" }.joined() + tags.joined()
      }.joined(separator: "\n")
  }

  /// Returns the registers with their values.
  /// - Parameter values: the fields' values.
  static func registers(_ text: String, values: [SyncField: SyncValue]) -> LinkRegisters {
    var registers = LinkRegisters()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard let words = parts.first?.split(separator: " "), let time = words.first.flatMap(time)
      else { continue }
      for word in words.dropFirst() {
        guard let field = SyncField(storedName: word) else { continue }
        registers.fields[field] = .init(time: time, value: values[field] ?? .none)
      }
      for tag in parts.dropFirst() {
        if tag.hasPrefix("-") {
          registers.fields[.tag(String(tag.dropFirst()))] = .init(time: time, value: .none)
        } else {
          let pair = tag.dropFirst().split(separator: " ", maxSplits: 1)
          guard pair.count == 2 else { continue }
          let field = SyncField.tag(String(pair[1]))
          registers.fields[field] = .init(
            time: time, value: values[field] ?? .none, position: Int(pair[0]) ?? 0)
        }
      }
    }
    return registers
  }

  /// Returns the distinct times.
  static func times(_ text: String) -> [SyncTime] {
    text.split(separator: "\n").compactMap { line in
      time(line.prefix { $0 != " " && $0 != "\t" })
    }
  }

  private static func time(_ word: Substring) -> SyncTime? {
    let parts = word.split(separator: ".")
    guard parts.count == 3, let milliseconds = Int64(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    return SyncTime(milliseconds: milliseconds, count: count, device: String(parts[2]))
  }
}

extension SyncField {
  fileprivate static let stored = [.address] + SyncField.named

  fileprivate init?(storedName name: Substring) {
    guard let field = Self.stored.first(where: { $0.name == name }) else { return nil }
    self = field
  }
}
