public import Foundation

/// The links one can spin.
public struct Wheel: Hashable, Sendable {
  /// What the links are, for the header: `tutorials`, or the name of the file they came from.
  public var name: String
  public var links: [Link]

  public init(name: String, links: [Link]) {
    self.name = name
    self.links = links
  }

  /// One link of a wheel, with what is known of it before it is fetched.
  public struct Link: Hashable, Sendable {
    public var url: URL
    /// What it is about, such as `3D Renderer`.
    public var topic: String?
    /// The programming languages it teaches in, such as `C++`.
    public var language: String?

    public init(url: URL, topic: String? = nil, language: String? = nil) {
      self.url = url
      self.topic = topic
      self.language = language
    }
  }
}
