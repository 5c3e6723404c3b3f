import Markup

/// An open callout during parsing.
struct OpenCallout {
  var node: Int32
  var hasTitle = false
}

extension ElementTreeBuilder {
  /// Marks a node that's about to be added if it's a callout or a callout's title. The title comes
  /// first in all generators, whatever its name.
  mutating func markCallout(_ node: inout ElementTree.Node, _ attributes: Attributes) {
    let index = Int32(tree.nodes.count)
    while let last = callouts.last, tree.nodes[Int(last.node)].end > 0 { callouts.removeLast() }
    if node.hints.contains(.mayBeCallout), let kind = CalloutKind.of(node.element, attributes) {
      node.hints.insert(.callout)
      tree.callouts[index] = kind
      callouts.append(OpenCallout(node: index))
      return
    }
    guard let last = callouts.last, !last.hasTitle else { return }
    guard
      node.hints.contains(.title) || node.element == .summary || node.element.isHeadingElement
        || node.hints.contains(.lead) && node.element == .div
    else { return }
    // Only the first element can be the title.
    callouts[callouts.count - 1].hasTitle = true
    guard index - last.node < Self.nodesBeforeTitle,
      tree.nodes[Int(last.node)...].allSatisfy({ !$0.isText || tree.isBlank($0) })
    else { return }
    node.hints.insert(.calloutTitle)
  }

  /// Whether an element is the icon of a callout, which some fonts make from letters.
  func isCalloutIcon(_ attributes: Attributes) -> Bool {
    guard let last = callouts.last, tree.nodes[Int(last.node)].end == 0,
      Int32(tree.nodes.count) - last.node < Self.nodesBeforeTitle
    else { return false }
    return attributes.value("class", contains: "icon")
      || attributes.value("class", contains: "emoji")
  }

  private static let nodesBeforeTitle = 24
}
