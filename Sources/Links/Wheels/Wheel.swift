import Markup

/// A list of links to spin, as read from its source.
public struct Wheel: Hashable, Sendable {
  /// The name to show in the header: `tutorials`, or the name of the file the links came from.
  public var name: String
  /// The links, in the order of their source.
  public var links: [Link]

  /// Creates a wheel, which isn't stored.
  public init(name: String, links: [Link]) {
    self.name = name
    self.links = links
  }

  /// A link of a wheel, with its description from the wheel's source.
  public struct Link: Hashable, Sendable {
    /// The http or https address. A string, because creating 355 `URL`s would double the startup
    /// time.
    public var address: String
    /// The title in the wheel's source, on one line.
    public var title: String?
    /// The description in the wheel's source, on one line.
    public var summary: String?
    /// The link's topics, such as `3D Renderer`, the widest first.
    public var topics: [String]
    /// The programming language that the link teaches in, such as `C++`.
    public var language: String?

    /// Creates a link of a wheel.
    public init(
      address: String, title: String? = nil, summary: String? = nil, topics: [String] = [],
      language: String? = nil
    ) {
      self.address = address
      self.title = title
      self.summary = summary
      self.topics = topics
      self.language = language
    }

    /// The host of the address, without `www.`, in lower case.
    public var host: String {
      // Works on bytes, because every link of wheels of any size comes through here.
      let slash = UInt8(ascii: "/")
      var bytes = address.utf8[...]
      if let scheme = bytes.firstIndex(of: UInt8(ascii: ":")),
        bytes[scheme...].dropFirst().starts(with: [slash, slash])
      {
        bytes = bytes[scheme...].dropFirst(3)
      }
      bytes = bytes.prefix { $0 != slash && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
      if let user = bytes.lastIndex(of: UInt8(ascii: "@")) { bytes = bytes[user...].dropFirst() }
      if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
        bytes = bytes[...end]
      } else {
        bytes = bytes.prefix { $0 != UInt8(ascii: ":") }
      }
      let name = Substring(bytes)
      let isLowercase = bytes.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      let host = isLowercase ? String(name) : name.lowercased()
      return host.utf8.starts(with: "www.".utf8) ? String(host.dropFirst(4)) : host
    }

    /// Returns the host of a typed address or host, in the form for comparisons: international names
    /// in Punycode, as in the addresses of links.
    public static func host(named text: String) -> String {
      let address = text.contains("://") ? text : "https://\(text)"
      let isASCII = address.utf8.allSatisfy { $0 < 0x80 }
      return Wheel.Link(address: isASCII ? address : WebAddress(address)?.text ?? address).host
    }
  }
}
