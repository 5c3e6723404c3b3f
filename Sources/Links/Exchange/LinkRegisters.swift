import Markup

/// The merged state of a link: the latest value of each field on any device, with its time.
///
/// Merging keeps the later of two values, and the greater one of two with the same time. Operations
/// can arrive in any order, grouped in any way, and repeatedly, because merging is associative,
/// commutative and idempotent: two devices with the same operations have the same links (a
/// last-writer-wins map, https://hal.inria.fr/inria-00555588).
package struct LinkRegisters: Hashable, Sendable {
  package struct Register: Hashable, Sendable {
    package var time: SyncTime
    package var value: SyncValue
    /// The position of a tag among the tags that were set at the same time.
    package var position = 0

    package init(time: SyncTime, value: SyncValue, position: Int = 0) {
      self.time = time
      self.value = value
      self.position = position
    }

    static func < (first: Register, second: Register) -> Bool {
      if first.time != second.time { return first.time < second.time }
      // Two devices with the same name, such as a home and its copy, may use the same time.
      if first.value != second.value { return first.value < second.value }
      return first.position < second.position
    }
  }

  package var fields: [SyncField: Register] = [:]

  package init() {}

  /// Merges the fields of an operation that are later than the present ones.
  /// - Returns: whether any field changed.
  @discardableResult
  package mutating func merge(_ operation: SyncOperation) -> Bool {
    var hasChanged = false
    let positions = Dictionary(
      zip(operation.tagOrder.map(\.tagKey), operation.positions),
      uniquingKeysWith: { first, _ in first })
    for (field, value) in operation.fields {
      var register = Register(time: operation.time, value: value)
      if field.isTag { register.position = positions[field.name] ?? 0 }
      if let known = fields[field], !(known < register) { continue }
      fields[field] = register
      hasChanged = true
    }
    return hasChanged
  }

  /// Merges the fields of other registers that are later than the present ones.
  mutating func merge(_ other: LinkRegisters) {
    fields.merge(other.fields) { $0 < $1 ? $1 : $0 }
  }

  /// Returns these registers with the fields of others that are as late or later. Of two values with
  /// the same time, the other one counts, unlike when merging.
  package func replaced(by other: LinkRegisters) -> LinkRegisters {
    var registers = self
    registers.fields.merge(other.fields) { $0.time <= $1.time ? $1 : $0 }
    return registers
  }

  /// Whether the link exists, saved or in the trash.
  ///
  /// A link that was deleted for good comes back if another device edited it later: that device
  /// didn't know of the deletion, and its edit would be lost.
  package var exists: Bool {
    guard let saved = fields[.saved], saved.value != .none else { return false }
    guard let deletion = fields[.deletedOrMoved] else { return true }
    return fields.contains { $0.key.isEdit && $0.value.time > deletion.time }
  }

  /// Whether the link was deleted for good, or has another address now, and doesn't exist.
  package var isDeletedOrMoved: Bool {
    !exists && (fields[.deletedOrMoved].map { $0.value != .none } ?? false)
  }

  /// The link's tags, in the order in which they were added.
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

  /// Replaces the times of fields.
  /// - Parameter times: new times by old ones.
  package mutating func replaceTimes(_ times: [SyncTime: SyncTime]) {
    fields = fields.mapValues { register in
      var register = register
      register.time = times[register.time] ?? register.time
      return register
    }
  }

  /// The latest time of a person's edit. Deleting a link for good covers every edit up to this
  /// time, and no later one.
  package var lastEdit: SyncTime? {
    fields.lazy.filter { $0.key.isEdit }.map(\.value.time).max()
  }
}

extension LinkRegisters {
  /// The operations that produce these registers.
  /// - Parameter address: the link's address, for operations that don't set the address.
  package func operations(on address: String) -> [SyncOperation] {
    Dictionary(grouping: fields.keys) { fields[$0]?.time }
      .compactMap { time, fields in
        time.map { operation(on: address, setting: fields, at: $0) }
      }
      .sorted { $0.time < $1.time }
  }

  /// The operation that set fields at a time, without the fields that a later operation replaced.
  /// Nil if all of them were replaced.
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
