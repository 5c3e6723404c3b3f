import Foundation

/// Text is a string, because nearly all parts are text, and long articles are decoded in less time. All
/// other parts are objects with their name as the only key, as the compiler would write them.
extension ArticleInline: Codable {
  private enum Name: String, CodingKey {
    case emphasis, strong, deleted, code, formula, task, link, lineBreak, picture
    case footnoteReference
  }

  private enum Value: String, CodingKey {
    case first = "_0"
    case second = "_1"
    case isDone, label
  }

  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .text(text)
      return
    }
    let container = try decoder.container(keyedBy: Name.self)
    guard let name = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "A part of a line has one name."))
    }
    let values = try container.nestedContainer(keyedBy: Value.self, forKey: name)
    func first<T: Decodable>() throws -> T { try values.decode(T.self, forKey: .first) }
    self =
      switch name {
      case .emphasis: .emphasis(try first())
      case .strong: .strong(try first())
      case .deleted: .deleted(try first())
      case .code: .code(try first())
      case .formula: .formula(try first())
      case .task: .task(isDone: try values.decode(Bool.self, forKey: .isDone))
      case .link: .link(try first(), try values.decode(URL.self, forKey: .second))
      case .lineBreak: .lineBreak
      case .picture: .picture(try first())
      case .footnoteReference:
        .footnoteReference(label: try values.decode(String.self, forKey: .label))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    func members(of name: Name) -> KeyedEncodingContainer<Value> {
      var container = encoder.container(keyedBy: Name.self)
      return container.nestedContainer(keyedBy: Value.self, forKey: name)
    }
    func encode(_ name: Name, _ value: some Encodable) throws {
      var values = members(of: name)
      try values.encode(value, forKey: .first)
    }
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .emphasis(let content): try encode(.emphasis, content)
    case .strong(let content): try encode(.strong, content)
    case .deleted(let content): try encode(.deleted, content)
    case .code(let text): try encode(.code, text)
    case .formula(let formula): try encode(.formula, formula)
    case .picture(let picture): try encode(.picture, picture)
    case .task(let isDone):
      var values = members(of: .task)
      try values.encode(isDone, forKey: .isDone)
    case .link(let content, let url):
      var values = members(of: .link)
      try values.encode(content, forKey: .first)
      try values.encode(url, forKey: .second)
    case .lineBreak: _ = members(of: .lineBreak)
    case .footnoteReference(let label):
      var values = members(of: .footnoteReference)
      try values.encode(label, forKey: .label)
    }
  }
}
