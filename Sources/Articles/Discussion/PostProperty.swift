import Markup

/// A microdata property of a post on a page of questions and answers, or in a forum
/// (https://schema.org/QAPage, https://schema.org/DiscussionForumPosting).
struct PostProperty {
  enum Kind {
    case question, answer, acceptedAnswer, posting, comment
    case text, author, name, votes

    var isPost: Bool {
      switch self {
      case .question, .answer, .acceptedAnswer, .posting, .comment: true
      default: false
      }
    }
  }

  /// The element in ``ElementTree/nodes``.
  var node: Int32
  var kind: Kind
  /// The value, if an attribute states it.
  var content: String?
}

extension PostProperty {
  /// - Returns: nil if the attributes have no property of a post.
  init?(_ attributes: Attributes, node: Int32) {
    guard let kind = Self.kind(attributes) else { return nil }
    self.node = node
    self.kind = kind
    if !kind.isPost { content = attributes["content"] }
  }

  private static func kind(_ attributes: Attributes) -> Kind? {
    let properties = (attributes["itemprop"] ?? "").inLowerCase.split(separator: " ")
    if let type = attributes["itemtype"]?.inLowerCase.split(separator: "/").last {
      switch type {
      case "question": return .question
      case "answer": return properties.contains("acceptedanswer") ? .acceptedAnswer : .answer
      case "discussionforumposting": return .posting
      case "comment": return .comment
      default: break
      }
    }
    for property in properties {
      switch property {
      case "text", "articlebody": return .text
      case "author", "creator": return .author
      case "name": return .name
      case "upvotecount": return .votes
      default: break
      }
    }
    return nil
  }
}
