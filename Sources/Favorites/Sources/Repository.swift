import Foundation
import Markup

/// A repository on GitHub, GitLab or Codeberg, or a folder or file in one. People publish lists of
/// links as its README, and give the address of the page that shows the README.
package struct Repository: Hashable, Sendable {
  /// The address that the user gave.
  let address: URL
  /// The page of the repository.
  let page: URL
  /// The repository's own name.
  let name: String
  /// The addresses of the list as text, the most likely one first.
  let files: [URL]
  /// The page that shows the list, and that relative links start from.
  let base: URL

  /// Returns nil for an address elsewhere, and for other pages of a repository, such as its issues.
  init?(_ url: URL) {
    let parts = url.path(percentEncoded: true).split(separator: "/").map(String.init)
    let location: Location?
    switch url.host()?.lowercased() {
    case "github.com", "www.github.com": location = .gitHub(parts)
    case "gitlab.com": location = .gitLab(parts)
    case "codeberg.org": location = .codeberg(parts)
    default: location = nil
    }
    guard let location, let name = location.path.last, let page = URL(string: location.page) else {
      return nil
    }
    let names = location.isFile ? [""] : Self.names.map { "/\($0)" }
    let files = names.compactMap { URL(string: "\(location.raw)\($0)") }
    guard let base = URL(string: "\(location.base)\(names[0])"), !files.isEmpty else { return nil }
    (address, self.page, self.files, self.base) = (url, page, files, base)
    self.name = name.removingPercentEncoding ?? name
  }

  /// Whether an address is one of the repository's own pages.
  func contains(_ address: WebAddress) -> Bool {
    // These sites ignore case.
    let (text, page) = (address.text.lowercased(), page.absoluteString.lowercased())
    guard text.hasPrefix(page) else { return false }
    return text.dropFirst(page.count).first.map { "/?#".contains($0) } ?? true
  }

  /// The usual file names of READMEs in formats that can be read.
  private static let names = [
    "README.md", "readme.md", "Readme.md", "README.markdown", "README.org", "README.txt",
  ]

  /// The parts of an address on one of the sites.
  private struct Location {
    /// The names of the owner and the repository.
    let path: [String]
    let page: String
    /// The addresses of the file or folder as text, and as a page.
    let raw: String
    let base: String
    var isFile = false

    static func gitHub(_ parts: [String]) -> Location? {
      guard parts.count >= 2, !otherPages.contains(parts[0].lowercased()),
        let (branch, filePath, isFile) = view(parts.dropFirst(2), folder: "tree", file: "blob")
      else { return nil }
      let path = repository(Array(parts.prefix(2)))
      let joined = path.joined(separator: "/")
      return Location(
        path: path, page: "https://github.com/\(joined)",
        raw: "https://raw.githubusercontent.com/\(joined)/\(branch)\(filePath)",
        base: "https://github.com/\(joined)/blob/\(branch)\(filePath)", isFile: isFile)
    }

    static func gitLab(_ parts: [String]) -> Location? {
      let path = repository(Array(parts.prefix { $0 != "-" }))
      let after = parts.drop { $0 != "-" }.dropFirst()
      guard path.count >= 2,
        let (branch, filePath, isFile) = view(after, folder: "tree", file: "blob")
      else { return nil }
      let page = "https://gitlab.com/\(path.joined(separator: "/"))"
      return Location(
        path: path, page: page, raw: "\(page)/-/raw/\(branch)\(filePath)",
        base: "\(page)/-/blob/\(branch)\(filePath)", isFile: isFile)
    }

    static func codeberg(_ parts: [String]) -> Location? {
      guard parts.count >= 2 else { return nil }
      let path = repository(Array(parts.prefix(2)))
      let page = "https://codeberg.org/\(path.joined(separator: "/"))"
      if parts.count == 2 {
        return Location(
          path: path, page: page, raw: "\(page)/raw/HEAD", base: "\(page)/src/HEAD")
      }
      // `src/branch/main`, `src/tag/v1`, `src/commit/0123`.
      guard parts.count >= 5, parts[2] == "src" else { return nil }
      let treePath = parts[3...].joined(separator: "/")
      let isFile = parts.count > 5 && (parts.last ?? "").contains(".")
      return Location(
        path: path, page: page, raw: "\(page)/raw/\(treePath)", base: "\(page)/src/\(treePath)",
        isFile: isFile)
    }

    /// Returns the branch in an address, and the path in the branch. Nil if the address is another
    /// page's.
    private static func view(
      _ parts: ArraySlice<String>, folder: String, file: String
    ) -> (branch: String, filePath: String, isFile: Bool)? {
      guard let kind = parts.first else { return ("HEAD", "", false) }
      let after = parts.dropFirst()
      guard kind == folder || kind == file, let branch = after.first else { return nil }
      let filePath = after.dropFirst().map { "/\($0)" }.joined()
      return (branch, filePath, kind == file)
    }

    /// Removes the `.git` at the end of an address for cloning.
    private static func repository(_ path: [String]) -> [String] {
      guard let last = path.last, last.hasSuffix(".git") else { return path }
      return path.dropLast() + [String(last.dropLast(4))]
    }

    /// First parts of addresses on GitHub that aren't owners.
    private static let otherPages: Set = [
      "about", "apps", "collections", "explore", "features", "login", "marketplace", "orgs",
      "search", "settings", "sponsors", "stars", "topics", "trending", "users",
    ]
  }
}
