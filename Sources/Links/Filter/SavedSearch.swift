/// A search of the config file.
public struct SavedSearch: Hashable, Sendable {
  public var name: String
  public var filter: String

  public init(name: String, filter: String) {
    self.name = name
    self.filter = filter
  }
}
