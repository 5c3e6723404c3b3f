import Markup

extension ElementTreeBuilder {
  /// Adds a video, an audio or a frame as an empty node. Its content is a fallback for browsers
  /// that can't play it.
  mutating func mediaStarted(_ element: ElementName, _ tag: StartTag) {
    let attributes = tag.attributes
    var values = ElementTree.AttributeValues()
    let address =
      attributes["data-src"] ?? attributes["src"]
      ?? (tag.name == "lite-youtube" ? attributes["videoid"].map(Self.watchPage) : nil)
    values.address = address.flatMap { $0.isEmpty || $0 == "about:blank" ? nil : keep(text: $0) }
    values.alternativeText = (attributes["title"] ?? attributes["aria-label"]).flatMap {
      keep(text: $0)
    }
    var node = ElementTree.Node(
      element: element, isText: false, parent: open.last ?? -1, end: Int32(tree.nodes.count + 1))
    node.attributes = Int32(tree.attributes.count)
    tree.attributes.append(values)
    tree.nodes.append(node)
  }

  /// Sets the address of the open video or audio from one of its sources.
  mutating func mediaSourceStarted(_ attributes: Attributes) {
    guard let node = tree.nodes.last, node.element == .video || node.element == .audio,
      node.attributes >= 0, tree.attributes[Int(node.attributes)].address == nil,
      let source = attributes["src"]
    else { return }
    tree.attributes[Int(node.attributes)].address = keep(text: source)
  }

  private static func watchPage(_ video: String) -> String {
    "https://www.youtube.com/embed/\(video)"
  }
}
