import Foundation

/// Text is a string, because nearly all parts are text, and long articles are decoded in less time. All
/// other parts are objects with their name as the only key, as the compiler would write them. Text in
/// that form, which earlier versions wrote, is read too.
extension ArticleInline: Codable {
  private enum Name: String, CodingKey {
    case text, emphasis, strong, deleted, code, formula, task, link, lineBreak, picture
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
      case .text: .text(try first())
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
    if case .text(let text) = self {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var container = encoder.container(keyedBy: Name.self)
    var values = container.nestedContainer(keyedBy: Value.self, forKey: name)
    switch self {
    case .emphasis(let content), .strong(let content), .deleted(let content):
      try values.encode(content, forKey: .first)
    case .text(let text), .code(let text): try values.encode(text, forKey: .first)
    case .formula(let formula): try values.encode(formula, forKey: .first)
    case .task(let isDone): try values.encode(isDone, forKey: .isDone)
    case .link(let content, let url):
      try values.encode(content, forKey: .first)
      try values.encode(url, forKey: .second)
    case .lineBreak: break
    case .picture(let picture): try values.encode(picture, forKey: .first)
    case .footnoteReference(let label): try values.encode(label, forKey: .label)
    }
  }

  private var name: Name {
    switch self {
    case .text: .text
    case .emphasis: .emphasis
    case .strong: .strong
    case .deleted: .deleted
    case .code: .code
    case .formula: .formula
    case .task: .task
    case .link: .link
    case .lineBreak: .lineBreak
    case .picture: .picture
    case .footnoteReference: .footnoteReference
    }
  }
}
