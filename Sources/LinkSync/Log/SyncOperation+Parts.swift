import Markup

/// Operations that are too much for a line.
extension SyncOperation {
  /// How many tags a line sets at most, and how many it removes. Earlier versions read no more.
  private static let tagLimit = 100

  /// The operation in parts with few tags, which say the same together. Usually it's the only one.
  var parts: [SyncOperation] {
    let removed = fields.filter { $0.key.isTag && $0.value == .none }.map(\.key)
    guard max(tagOrder.count, removed.count) > Self.tagLimit else { return [self] }
    let sorted = removed.sorted { $0.name < $1.name }
    return stride(from: 0, to: max(tagOrder.count, sorted.count), by: Self.tagLimit).map { start in
      var part = SyncOperation(
        address: address, time: time, fields: start == 0 ? fields.filter { !$0.key.isTag } : [:])
      for (tag, position) in zip(tagOrder, positions).dropFirst(start).prefix(Self.tagLimit) {
        part.append(tag, at: position)
      }
      for tag in sorted.dropFirst(start).prefix(Self.tagLimit) { part.fields[tag] = SyncValue.none }
      return part
    }
  }

  /// The operation with each field by itself, and the tags together.
  var byField: [SyncOperation] {
    var rest = self
    // The spelling of the address comes with the saving.
    let named = SyncField.named.compactMap { field -> SyncOperation? in
      guard let value = rest.fields.removeValue(forKey: field) else { return nil }
      var part = SyncOperation(address: address, time: time, fields: [field: value])
      if field == .saved { part.fields[.address] = rest.fields.removeValue(forKey: .address) }
      return part
    }
    return rest.fields.contains { $0.key.isTag } ? named + [rest] : named
  }
}
