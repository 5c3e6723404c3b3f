extension Wheel {
  /// The wheels inside the program, made from the tables in `Resources/wheels`.
  public enum BuiltIn: String, CaseIterable, Sendable {
    /// Guides for building a technology from scratch.
    case tutorials
    /// The links of the iOS app Raylette of 2020.
    case classic

    public var wheel: Wheel {
      let table =
        switch self {
        case .tutorials: PackageResources.tutorials_tsv
        case .classic: PackageResources.classic_tsv
        }
      return Wheel(name: rawValue, links: links(ofTable: String(decoding: table, as: UTF8.self)))
    }

    /// Rows of topic, language and address between tabs; `#` begins a comment.
    private func links(ofTable text: String) -> [Link] {
      text.split(separator: "\n").compactMap { row in
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
        guard !row.hasPrefix("#"), columns.count >= 3 else { return nil }
        return Link(
          address: String(columns[2]), topic: columns[0].isEmpty ? nil : String(columns[0]),
          language: columns[1].isEmpty ? nil : String(columns[1]))
      }
    }
  }
}
