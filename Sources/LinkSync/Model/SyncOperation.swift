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
