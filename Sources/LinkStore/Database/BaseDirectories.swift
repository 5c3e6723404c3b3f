package import Foundation

/// The user's folders for program files. Each comes from an environment variable, or is at its
/// default below `HOME` (XDG Base Directory Specification).
package struct BaseDirectories: Sendable {
  package let home: URL
  package let data: URL
  package let cache: URL
  package let configuration: URL
  package let state: URL

  package init(environment: [String: String]) {
    // The specification says to ignore relative paths. An empty one would mean the current folder.
    func directory(_ variable: String) -> URL? {
      guard let path = environment[variable], path.hasPrefix("/") else { return nil }
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let home = directory("HOME") ?? URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
    func directory(_ variable: String, else path: String) -> URL {
      directory(variable) ?? home.appending(path: path, directoryHint: .isDirectory)
    }
    self.home = home
    data = directory("XDG_DATA_HOME", else: ".local/share")
    cache = directory("XDG_CACHE_HOME", else: ".cache")
    configuration = directory("XDG_CONFIG_HOME", else: ".config")
    state = directory("XDG_STATE_HOME", else: ".local/state")
  }
}
