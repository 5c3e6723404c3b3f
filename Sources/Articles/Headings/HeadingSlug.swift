/// Distinguishes ids that generators make from headings, such as `id="related-work"`, from ids that
/// designers choose.
enum HeadingSlug {
  /// - Parameters:
  ///   - key: the letters and digits of the heading.
  ///   - isSection: whether it's the id of the heading's section. Designers name sections after
  ///     their content too, but in few words.
  static func isSlug(_ name: [UInt8], of key: [UInt8], isSection: Bool) -> Bool {
    let words = name.split { $0 == 0x2D || $0 == 0x5F }
    if isSection, words.count < 5 { return false }
    let whole = Self.key(name: name)
    guard whole.count >= 3, !key.isEmpty else { return false }
    // A second heading with the same words gets a number.
    if whole == key || whole.starts(with: key) && whole[key.count...].allSatisfy({ $0 < 0x3A }) {
      return true
    }
    // Long ids are cut off.
    if whole.count >= 20, key.starts(with: whole) { return true }
    return whole.count > key.count && key.count >= 3 && !isSection
      && prefixes.contains { whole == $0.utf8 + key }
  }

  private static func key(name: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    for byte in name { ArticleStatement.append(byte, to: &key) }
    return key
  }

  /// Prefixes that generators add.
  private static let prefixes = ["usercontent", "h", "heading", "section", "sec", "anchor", "toc"]
}
