/// A search of the config file.
package struct SavedSearch: Hashable, Sendable {
  package var name: String
  package var filter: String

  package init(name: String, filter: String) {
    self.name = name
    self.filter = filter
  }
}
