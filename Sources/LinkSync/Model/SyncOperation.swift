import Markup

/// Sets fields of one link at one time.
package struct SyncOperation: Hashable, Sendable {
  /// The link's address. Readers decide which addresses are the same link, so a later rule doesn't
  /// require rewriting logs.
  package var address: String
  package var time: SyncTime
  package var fields: [SyncField: SyncValue]
  /// The tags that the operation sets, in order.
  private(set) var tagOrder: [String]
  /// The position of each tag in ``tagOrder`` among all tags set at the operation's time, including
  /// those in other operations. Positions may have gaps or repeat, because a tag keeps the position
  /// it was set with.
  private(set) var positions: [Int]

  /// - Parameter positions: the positions of the tags, by default from 0 on.
  package init(
    address: String, time: SyncTime, fields: [SyncField: SyncValue], tagOrder: [String] = [],
    positions: [Int]? = nil
  ) {
    self.address = address
    self.time = time
    self.fields = fields
    self.tagOrder = tagOrder
    self.positions = positions ?? Array(tagOrder.indices)
  }

  /// Sets a tag.
  mutating func append(_ tag: String, at position: Int) {
    fields[.tag(tag.tagKey)] = .text(tag)
    tagOrder.append(tag)
    positions.append(position)
  }
}

/// Splits operations that are too long for one line.
extension SyncOperation {
  /// The most tags that one line sets, and the most that it removes. Earlier versions read no more.
  private static let tagLimit = 100

  /// The operation in parts with few tags each, which together have the same meaning. Usually
  /// there's only one part.
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

  /// One operation per field, and one for all tags.
  var byField: [SyncOperation] {
    var remaining = self
    // The spelling of the address belongs to the saving.
    let named = SyncField.named.compactMap { field -> SyncOperation? in
      guard let value = remaining.fields.removeValue(forKey: field) else { return nil }
      var part = SyncOperation(address: address, time: time, fields: [field: value])
      if field == .saved { part.fields[.address] = remaining.fields.removeValue(forKey: .address) }
      return part
    }
    return remaining.fields.contains { $0.key.isTag } ? named + [remaining] : named
  }
}
