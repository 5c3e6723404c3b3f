import Markup

extension Int {
  /// `1 link`, `12 links`, `1,500 links`.
  public var linkCount: String { self == 1 ? "1 link" : "\(grouped) links" }
}
