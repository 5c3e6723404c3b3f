import Markup

/// A question with its answers, or a forum post with its replies, from the page's microdata. All
/// text around the posts belongs to the site.
struct Discussion {
  struct Post {
    var kind: PostProperty.Kind
    /// The element with the whole post.
    var node: Int32
    /// The element with its text, or -1.
    var text: Int32 = -1
    var author: String?
    /// The end of the element with the author.
    var authorEnd: Int32 = 0
    var votes: Int?
  }

  /// The first post of the discussion, and its answers in the order of the page.
  private(set) var posts: [Post] = []

  /// - Returns: nil for a page that isn't a discussion, or whose microdata is incomplete.
  init?(_ tree: ElementTree) {
    guard
      let first = tree.postProperties.first(where: { $0.kind == .question || $0.kind == .posting })
    else { return nil }
    let answers: Set<PostProperty.Kind> =
      first.kind == .question ? [.answer, .acceptedAnswer] : [.comment]
    var open: [Post] = []
    // A post is complete when its element ends. Answers are inside the question's element.
    var complete: [Post] = []
    for property in tree.postProperties where property.node >= first.node {
      while let last = open.last, tree.nodes[Int(last.node)].end <= property.node {
        complete.append(last)
        open.removeLast()
      }
      if property.kind.isPost {
        open.append(Post(kind: property.kind, node: property.node))
      } else if !open.isEmpty {
        open[open.count - 1].read(property, in: tree)
      }
    }
    complete += open
    posts = complete.filter { post in
      post.text >= 0 && (post.node == first.node || answers.contains(post.kind))
    }.sorted { $0.text < $1.text }
    guard posts.count > 1, posts[0].node == first.node else { return nil }
    let isDisjoint = zip(posts, posts.dropFirst()).allSatisfy { post, next in
      tree.nodes[Int(post.text)].end <= next.text
    }
    guard isDisjoint else { return nil }
  }
}

extension Discussion.Post {
  fileprivate mutating func read(_ property: PostProperty, in tree: ElementTree) {
    var value: String? {
      PlainText.folded(property.content ?? tree.beginning(of: Int(property.node)))
    }
    switch property.kind {
    case .text where text < 0: text = property.node
    case .author where author == nil:
      author = value
      authorEnd = tree.nodes[Int(property.node)].end
    // The author's element also has a picture and points.
    case .name where property.node < authorEnd: author = value ?? author
    case .votes where votes == nil: votes = value.flatMap { Int($0) }
    default: break
    }
  }
}

extension ElementTree {
  /// The text at the beginning of an element. For a name or a number, that's all of it.
  fileprivate func beginning(of element: Int) -> String {
    var bytes: [UInt8] = []
    for node in nodes[element..<min(element + 20, Int(nodes[element].end))] where node.isText {
      bytes += text[Int(node.textStart)..<Int(node.textEnd)].prefix(200)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

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
