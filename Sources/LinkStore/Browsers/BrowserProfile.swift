import Bookmarks
public import Foundation
public import Links

/// A profile of a web browser that has bookmarks, in one of the browser's usual folders.
public struct BrowserProfile: Hashable, Sendable {
  /// The browser that it belongs to.
  public let browser: WebBrowser
  /// The name of the profile's folder: `Profile 1`, `x3f9k2.default-release`.
  public let name: String
  /// The files with its bookmarks. They belong to the browser, and are only ever read.
  public let files: [URL]

  /// Finds the profiles of all browsers, the most recent place of each browser first.
  ///
  /// Looks only which files there are. Reads none, unless `readsLists`.
  /// - Parameters:
  ///   - environment: names the home folder. An XDG folder for settings holds some browsers' profiles.
  ///   - readsLists: whether to read in `profiles.ini` where Firefox has profiles outside its folder.
  public static func all(
    environment: [String: String], readsLists: Bool = false
  ) -> [BrowserProfile] {
    all(in: BrowserFolders(environment: environment), readsLists: readsLists)
  }

  static func all(in folders: BrowserFolders, readsLists: Bool = false) -> [BrowserProfile] {
    // One folder may be in two places, through a symbolic link.
    var known: Set<FileIdentity> = []
    return WebBrowser.allCases.flatMap { browser in
      folders.profiles(of: browser, readsLists: readsLists).compactMap { folder in
        let files = browser.fileNames.map { folder.appending(path: $0) }.filter { file in
          let path = file.path(percentEncoded: false)
          guard InputFile.isRegular(path: path), let identity = FileIdentity(path) else {
            return false
          }
          return known.insert(identity).inserted
        }
        return files.isEmpty
          ? nil : BrowserProfile(browser: browser, name: folder.lastPathComponent, files: files)
      }
    }
  }

  /// Whether a user may mean the profile by a name: that of its folder, or for Firefox also the part
  /// after the random letters, in any case.
  public func isNamed(_ name: String) -> Bool {
    let names = [self.name, self.name.split(separator: ".", maxSplits: 1).last.map(String.init)]
    return names.contains { $0?.lowercased() == name.lowercased() }
  }
}

/// A file of a browser's profile.
struct BrowserFile: Sendable {
  let browser: WebBrowser
  let url: URL

  /// Returns the files of profiles.
  static func all(of profiles: [BrowserProfile]) -> [BrowserFile] {
    profiles.flatMap { profile in
      profile.files.map { BrowserFile(browser: profile.browser, url: $0) }
    }
  }

  /// Reads its bookmarks. The format is known, so that an empty file is a profile with nothing in it.
  var reader: BookmarkReader {
    let format: BookmarkFormat =
      switch browser {
      case .firefox: .firefox
      case .safari: .safari
      case .chromium, .chrome, .brave, .vivaldi, .edge: .chrome
      }
    return BookmarkReader(file: url, format: format)
  }
}

extension WebBrowser {
  /// The files of a profile that have bookmarks.
  fileprivate var fileNames: [String] {
    switch self {
    case .firefox: ["places.sqlite"]
    case .safari: ["Bookmarks.plist"]
    // Chrome keeps the bookmarks of an account apart from those of the device.
    case .chromium, .chrome, .brave, .vivaldi, .edge: ["Bookmarks", "AccountBookmarks"]
    }
  }
}

/// The folders in which browsers have their profiles.
struct BrowserFolders {

  private let home: URL
  /// The folder for settings, on Linux.
  private let configuration: URL
  private let system: OperatingSystem

  init(environment: [String: String], system: OperatingSystem = .current) {
    let directories = BaseDirectories(environment: environment)
    home = directories.home
    configuration = directories.configuration
    self.system = system
  }

  /// Returns the folders that may be profiles, sorted by name.
  func profiles(of browser: WebBrowser, readsLists: Bool) -> [URL] {
    roots(of: browser).flatMap { root -> [URL] in
      switch browser {
      case .safari: return [root]
      case .firefox:
        let listed = readsLists ? ProfileList(in: root).folders : []
        let inside = subfolders(of: system == .macOS ? root.appending(path: "Profiles") : root)
        return inside + listed.filter { !inside.contains($0) }
      case .chromium, .chrome, .brave, .vivaldi, .edge:
        return subfolders(of: root).filter {
          $0.lastPathComponent == "Default" || $0.lastPathComponent.hasPrefix("Profile ")
        }
      }
    }
  }

  private func subfolders(of folder: URL) -> [URL] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    return (names ?? []).sorted().map { folder.appending(path: $0) }
  }

  private func roots(of browser: WebBrowser) -> [URL] {
    switch system {
    case .macOS:
      return browser.macOSPath.map { [home.appending(path: "Library/\($0)")] } ?? []
    case .linux:
      let paths = browser.linuxPaths
      return paths.inConfiguration.map { configuration.appending(path: $0) }
        + paths.inHome.map { home.appending(path: $0) }
    }
  }
}

extension WebBrowser {
  /// The folder of profiles below `Library`.
  fileprivate var macOSPath: String? {
    switch self {
    case .firefox: "Application Support/Firefox"
    case .chromium: "Application Support/Chromium"
    case .chrome: "Application Support/Google/Chrome"
    case .brave: "Application Support/BraveSoftware/Brave-Browser"
    case .vivaldi: "Application Support/Vivaldi"
    case .edge: "Application Support/Microsoft Edge"
    case .safari: "Safari"
    }
  }

  /// The folders of profiles, of packages of the system and then of Snap and Flatpak.
  fileprivate var linuxPaths: (inConfiguration: [String], inHome: [String]) {
    switch self {
    case .firefox:
      (
        // Since version 147, for new profiles.
        ["mozilla/firefox"],
        [
          ".mozilla/firefox", "snap/firefox/common/.mozilla/firefox",
          ".var/app/org.mozilla.firefox/config/mozilla/firefox",
          ".var/app/org.mozilla.firefox/.mozilla/firefox",
        ]
      )
    case .chromium:
      (
        ["chromium"],
        ["snap/chromium/common/chromium", ".var/app/org.chromium.Chromium/config/chromium"]
      )
    case .chrome: (["google-chrome"], [".var/app/com.google.Chrome/config/google-chrome"])
    case .brave:
      (
        ["BraveSoftware/Brave-Browser"],
        [
          "snap/brave/current/.config/BraveSoftware/Brave-Browser",
          ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser",
        ]
      )
    case .vivaldi:
      (
        ["vivaldi"],
        ["snap/vivaldi/current/.config/vivaldi", ".var/app/com.vivaldi.Vivaldi/config/vivaldi"]
      )
    case .edge: (["microsoft-edge"], [".var/app/com.microsoft.Edge/config/microsoft-edge"])
    case .safari: ([], [])
    }
  }
}

/// Firefox's `profiles.ini`, which names the folder of each profile, also of those elsewhere.
private struct ProfileList {
  /// The profiles' folders.
  private(set) var folders: [URL] = []

  init(in root: URL) {
    let path = root.appending(path: "profiles.ini").path(percentEncoded: false)
    guard InputFile.isRegular(path: path), let file = try? InputFile(path: path),
      let text = try? file.contents(limit: 1 << 20, isText: true)
    else { return }
    var (profile, isRelative): (String?, Bool) = (nil, true)
    func add() {
      guard let profile else { return }
      folders.append(
        isRelative
          ? root.appending(path: profile) : URL(filePath: profile, directoryHint: .notDirectory))
    }
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        add()
        (profile, isRelative) = (nil, true)
      } else if line.hasPrefix("Path=") {
        profile = String(line.dropFirst("Path=".count))
      } else if line == "IsRelative=0" {
        isRelative = false
      }
    }
    add()
  }
}
