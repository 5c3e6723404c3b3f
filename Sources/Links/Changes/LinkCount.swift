import Localization

extension Int {
  /// `1 link`, `12 links`, `1,500 links`.
  public var linkCount: String { localized("\(self, "link")") }
}
