import CProcess
import Localization

/// What `--version` says.
enum ProgramVersion {
  /// The version (https://semver.org). The scripts in Resources/packaging read it from here.
  static let number = "1.0.0"

  /// The version, with the commit if the program is built from one.
  static var line: String {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? number : "\(number) (\(commit.prefix(12)))"
  }

  /// Whether arguments ask for all details.
  static func isAskedForDetails(_ arguments: [String]) -> Bool {
    arguments.count == 2 && Set(arguments) == ["--version", "--verbose"]
  }

  /// The version, and the libraries in the program, with their versions and licences.
  static var details: String { details(libraries: String(cString: build_libraries())) }

  static func details(libraries: String) -> String {
    guard !libraries.isEmpty else {
      return localized(
        """
        \(line)
        The libraries in this build weren't recorded. Resources/packaging/licences in the source \
        lists them.
        """)
    }
    let rows = libraries.split(separator: ";").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
    let widths = (0..<3).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max()
    }
    let lines = rows.map { row in
      zip(row, widths + [nil]).map { field, width in
        width.map { field.padding(toLength: $0) } ?? field
      }.joined(separator: "  ")
    }
    return ([line] + lines).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
