import Markup

/// What all devices have said about a link: for each field the latest value, with its time.
///
/// Merging takes the later of two values, and the greater one of two with the same time. So the
/// result is the same in whatever order, grouping or repetition operations arrive: merging is
/// associative, commutative and idempotent, and two devices with the same operations have the same
/// links (a last-writer-wins map, https://hal.inria.fr/inria-00555588).
package struct LinkRegisters: Hashable, Sendable {
  package struct Register: Hashable, Sendable {
    package var time: SyncTime
    package var value: SyncValue
    /// The position of a tag among those that were set at the same time.
    package var position = 0

    package init(time: SyncTime, value: SyncValue, position: Int = 0) {
      self.time = time
      self.value = value
      self.position = position
    }

    static func < (first: Register, second: Register) -> Bool {
      if first.time != second.time { return first.time < second.time }
      // Two devices of the same name, such as a copied home, may have the same time.
      if first.value != second.value { return first.value < second.value }
      return first.position < second.position
    }
  }

  package var fields: [SyncField: Register] = [:]

  package init() {}

  /// Takes the fields of an operation that are later than what's here.
  /// - Returns: whether anything has changed.
  @discardableResult
  package mutating func merge(_ operation: SyncOperation) -> Bool {
    var hasChanged = false
    let positions = Dictionary(
      zip(operation.tagOrder.map(\.tagKey), operation.positions),
      uniquingKeysWith: { first, _ in first })
    for (field, value) in operation.fields {
      var register = Register(time: operation.time, value: value)
      if case .tag(let name) = field { register.position = positions[name] ?? 0 }
      if let known = fields[field], !(known < register) { continue }
      fields[field] = register
      hasChanged = true
    }
    return hasChanged
  }

  /// Takes the later fields of other registers.
  package mutating func merge(_ other: LinkRegisters) {
    fields.merge(other.fields) { $0 < $1 ? $1 : $0 }
  }

  /// Whether there's a link, saved or in the trash.
  ///
  /// A link that was deleted for good comes back if somebody has edited it later, because they
  /// didn't know, and their edit would be lost.
  package var exists: Bool {
    guard let saved = fields[.saved], saved.value != .none else { return false }
    guard let gone = fields[.gone] else { return true }
    return fields.contains { $0.key.isEdit && $0.value.time > gone.time }
  }

  /// The tags that are set, in the order in which they were added.
  package var tags: [String] {
    fields.compactMap { field, register -> (Register, String)? in
      guard field.isTag, case .text(let tag) = register.value else { return nil }
      return (register, tag)
    }.sorted { first, second in
      if first.0.time != second.0.time { return first.0.time < second.0.time }
      return (first.0.position, first.1) < (second.0.position, second.1)
    }.map(\.1)
  }

  package func text(_ field: SyncField) -> String? {
    if case .text(let text)? = fields[field]?.value { text } else { nil }
  }

  package func date(_ field: SyncField) -> Int64? {
    if case .date(let date)? = fields[field]?.value { date } else { nil }
  }

  /// Gives what was set at some times other ones.
  package mutating func replaceTimes(_ times: [SyncTime: SyncTime]) {
    fields = fields.mapValues { register in
      var register = register
      register.time = times[register.time] ?? register.time
      return register
    }
  }

  /// The latest time of what people have set. A link that's deleted for good is deleted with all
  /// this, and nothing later.
  package var lastEdit: SyncTime? {
    fields.lazy.filter { $0.key.isEdit }.map(\.value.time).max()
  }
}

extension LinkRegisters {
  /// The operations that give these registers.
  /// - Parameter address: the link's address, for those that don't say when it was saved.
  package func operations(on address: String) -> [SyncOperation] {
    Dictionary(grouping: fields.keys) { fields[$0]?.time }
      .compactMap { time, fields in
        time.map { operation(on: address, setting: fields, at: $0) }
      }
      .sorted { $0.time < $1.time }
  }

  /// The operation that set what was set at a time, as far as nothing later has replaced it. Nil if
  /// all of it was replaced.
  package func operation(on address: String, at time: SyncTime) -> SyncOperation? {
    let set = fields.filter { $0.value.time == time }.map(\.key)
    return set.isEmpty ? nil : operation(on: address, setting: set, at: time)
  }

  private func operation(
    on address: String, setting names: [SyncField], at time: SyncTime
  ) -> SyncOperation {
    let set = fields.filter { names.contains($0.key) }
    var registers = LinkRegisters()
    registers.fields = set
    let tags = registers.tags
    return SyncOperation(
      address: registers.text(.address) ?? address, time: time, fields: set.mapValues(\.value),
      tagOrder: tags, positions: tags.map { set[.tag($0.tagKey)]?.position ?? 0 })
  }
}
