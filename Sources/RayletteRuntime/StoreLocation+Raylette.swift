package import LinkStore

extension StoreLocation {
  /// Where the program's own files are.
  package init(environment: [String: String]) {
    self.init(environment: environment, folder: "raylette")
  }
}
