import Markup

/// Sets fields of one link at one time.
package struct SyncOperation: Hashable, Sendable {
  /// The link's address. Which addresses are one link is for the reader to say, so that a later rule
  /// needs no rewriting.
  package var address: String
  package var time: SyncTime
  package var fields: [SyncField: SyncValue]
  /// The tags that are set, in their order.
  package private(set) var tagOrder: [String]
  /// The position of each of these tags among all that are set at the time, whether or not the
  /// others are in this operation. Numbers may be missing or the same, because a position stays
  /// what it was when the tag was set.
  package private(set) var positions: [Int]

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
  package mutating func append(_ tag: String, at position: Int) {
    fields[.tag(tag.tagKey)] = .text(tag)
    tagOrder.append(tag)
    positions.append(position)
  }
}
