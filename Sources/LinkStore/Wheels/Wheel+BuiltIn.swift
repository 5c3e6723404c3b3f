import Foundation
import LinkPreview

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
        guard !row.hasPrefix("#") else { return nil }
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard columns.count >= 3, let url = URL(webAddress: columns[2]) else { return nil }
        return Link(
          url: url, topic: columns[0].isEmpty ? nil : columns[0],
          language: columns[1].isEmpty ? nil : columns[1])
      }
    }
  }
}
