import Markup

/// A list of links to spin.
public struct Wheel: Hashable, Sendable {
  /// The name to show in the header: `tutorials`, or the name of the file the links came from.
  public var name: String
  public var links: [Link]

  public init(name: String, links: [Link]) {
    self.name = name
    self.links = links
  }

  /// A link of a wheel, with what's known about it before it's fetched.
  public struct Link: Hashable, Sendable {
    /// Its http or https address. A string, because creating 355 `URL`s would double the startup
    /// time.
    public var address: String
    /// Its topic, such as `3D Renderer`.
    public var topic: String?
    /// The programming languages it teaches in, such as `C++`.
    public var language: String?

    public init(address: String, topic: String? = nil, language: String? = nil) {
      self.address = address
      self.topic = topic
      self.language = language
    }
  }
}
