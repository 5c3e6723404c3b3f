extension MainText {
  /// Keeps callouts among the text completely. Otherwise their titles and short lines would look
  /// like boilerplate.
  mutating func keepCallouts() {
    let callouts = tree.callouts.keys.filter { isWithinText($0) }.sorted()
    guard !callouts.isEmpty else { return }
    var callout = 0
    for index in runs.indices {
      while callout < callouts.count, tree.nodes[Int(callouts[callout])].end <= runs[index].start {
        callout += 1
      }
      guard callout < callouts.count else { return }
      if runs[index].start > callouts[callout] { runs[index].isRemoved = false }
    }
  }

  private func isWithinText(_ callout: Int32) -> Bool {
    guard callout > start, callout < end else { return false }
    var node = callout
    // An element around it may be boilerplate.
    for _ in 0..<24 where node > container {
      if isDropped[Int(node)] { return false }
      node = tree.nodes[Int(node)].parent
    }
    return true
  }
}
