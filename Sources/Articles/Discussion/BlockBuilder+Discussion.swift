import LinkPreview
import Markup

extension BlockBuilder {
  /// Returns the posts of a discussion, with a rule and a heading before each answer.
  static func blocks(of discussion: Discussion, in main: MainText, page: Page) -> [ArticleBlock] {
    var builder = BlockBuilder(main, page: page)
    var blocks: [ArticleBlock] = []
    var runs = main.runs.indices[...]
    for post in discussion.posts {
      let nodes = Int(post.text)..<Int(main.tree.nodes[Int(post.text)].end)
      runs = runs.drop { Int(main.runs[$0].start) < nodes.lowerBound }
      let kept = runs.prefix { Int(main.runs[$0].start) < nodes.upperBound }
      builder.frames = [Frame(node: -1, kind: .root)]
      builder.read(kept.filter { !main.runs[$0].isRemoved }, in: nodes, of: main)
      let content = builder.finish()
      guard !content.isEmpty else { continue }
      if !blocks.isEmpty { blocks += [.rule, .heading(level: 2, [.text(post.heading)])] }
      blocks += content
    }
    return blocks + notes(of: main, page: page)
  }
}

extension Discussion.Post {
  /// The author and the votes of an answer.
  fileprivate var heading: String {
    var parts = [author ?? (kind == .comment ? "Reply" : "Answer")]
    if let votes { parts.append(votes == 1 ? "1 vote" : "\(votes) votes") }
    if kind == .acceptedAnswer { parts.append("accepted") }
    return parts.joined(separator: ", ")
  }
}
