import Markup

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
    /// Its http or https address; text, because making 355 `URL`s would double the time to start.
    public var address: String
    /// What it is about, such as `3D Renderer`.
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
