package import LinkStore

extension StoreLocation {
  /// The location of the program's own files.
  package init(environment: [String: String]) {
    self.init(environment: environment, folder: "raylette")
  }
}
