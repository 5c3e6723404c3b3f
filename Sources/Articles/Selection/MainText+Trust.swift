import Markup

extension MainText {
  /// The hints that can be trusted on this page. If elements with a hint that would be dropped have
  /// a quarter of the prose, the hint means something else here. For example, a page may be built
  /// from widgets.
  func trustedHints(_ prose: [Float]) -> ElementHints {
    let limit = 0.25 * prose[0]
    // The prose of the elements with each hint, and the end of the last such element.
    var sums = [Float](repeating: 0, count: ElementHints.RawValue.bitWidth)
    var ends = [Int32](repeating: 0, count: ElementHints.RawValue.bitWidth)
    for index in tree.nodes.indices.dropFirst() where prose[index] > 0 && prose[index] < limit {
      var hints = tree.nodes[index].hints.intersection(.doubtful).rawValue
      while hints != 0 {
        let hint = hints.trailingZeroBitCount
        hints &= hints - 1
        guard index >= ends[hint] else { continue }
        sums[hint] += prose[index]
        ends[hint] = tree.nodes[index].end
      }
    }
    var trusted = ElementHints(rawValue: .max)
    for hint in sums.indices where sums[hint] > limit {
      trusted.remove(ElementHints(rawValue: 1 << hint))
    }
    return trusted
  }
}
