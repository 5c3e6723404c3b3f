import Markup

/// The targets of a page's links, by name.
struct FootnoteAnchors {
  private let tree: ElementTree
  private var named: [String: Int] = [:]
  /// The links that lead back to each reference.
  private var leadingTo: [String: Int] = [:]

  init(_ tree: ElementTree, _ links: [Int]) {
    self.tree = tree
    for (node, name) in tree.anchors {
      let name = tree.string(name)
      if named[name] == nil { named[name] = Int(node) }
    }
    for link in links {
      guard let fragment = tree.fragment(of: link), leadingTo[fragment] == nil else { continue }
      leadingTo[fragment] = link
    }
  }

  /// The element that a link leads to.
  func target(of link: Int) -> Int? {
    guard let fragment = tree.fragment(of: link), !fragment.isEmpty else { return nil }
    if let node = named[fragment] { return node }
    // Where Word's anchors got lost, only the links back remain.
    guard fragment.hasPrefix("_ftn"), !fragment.hasPrefix("_ftnref") else { return nil }
    return leadingTo["_ftnref" + fragment.dropFirst(4)]
  }
}
