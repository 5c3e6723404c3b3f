/// Sets fields of one link at one time.
package struct SyncOperation: Hashable, Sendable {
  /// The link's address. Which addresses are one link is for the reader to say, so that a later rule
  /// needs no rewriting.
  package var address: String
  package var time: SyncTime
  package var fields: [SyncField: SyncValue]
  /// The tags that are set, in their order.
  package var tagOrder: [String]
  /// The place of the first of these tags among all that are set at the time. Not 0 if they're a
  /// part of them.
  package var firstPlace = 0

  package init(
    address: String, time: SyncTime, fields: [SyncField: SyncValue], tagOrder: [String] = []
  ) {
    self.address = address
    self.time = time
    self.fields = fields
    self.tagOrder = tagOrder
  }
}
