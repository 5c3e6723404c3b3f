import Favorites
import Foundation
import LinkStore
import Links
import Localization
import Markup

/// Checks the settings, the saved links and the cache. Creates none of them.
struct StoreCheckup {
  let environment: [String: String]

  func findings() async -> [Finding] {
    [settings, await savedLinks()] + backups + (await keptTexts()) + (await followedBrowsers())
      + [await cache()]
  }

  private var location: StoreLocation {
    StoreLocation(environment: environment)
  }

  private var settings: Finding {
    let file = ConfigurationFile(environment: environment)
    let problems = file.problems(environment: environment)
    guard let first = problems.first else {
      return Finding(
        .ok, localized("settings"),
        file.exists ? file.displayPath : localized("\(file.displayPath): none yet")
      )
    }
    return Finding(
      .broken, localized("settings"),
      problems.count > 1 ? localized("\(first) (\(problems.count - 1, "more", "more"))") : first,
      advice: localized("raylette config check lists all, and raylette config edit opens the file"))
  }

  private func savedLinks() async -> Finding {
    let path = location.dataFile.path(percentEncoded: false)
    if let problem = missing(path, .broken, localized("saved links")) { return problem }
    do throws(StoreError) {
      let store = try SavedLinkStore(location: location)
      if let damage = try await store.damage() {
        return Finding(
          .broken, localized("saved links"), localized("\(path) is damaged: \(damage)"),
          advice:
            localized(
              "raylette saved export what's readable, and bring back a backup with raylette restore"
            )
        )
      }
      guard let obstacle = store.writeError else {
        let count = try store.count()
        return Finding(
          .ok, localized("saved links"), localized("\(path), \(count, "link")"))
      }
      return Finding(
        .broken, localized("saved links"), localized("nothing can be saved: \(obstacle)"),
        advice: localized("make room, or give yourself the right to write there"))
    } catch {
      // A damaged file's error says what to do.
      if case .corrupt = error { return Finding(.broken, localized("saved links"), "\(error)") }
      return Finding(
        .broken, localized("saved links"), "\(error)",
        advice: localized("set it right, or move the file away to begin a new list"))
    }
  }

  /// The copies of the saved links. Empty without saved links and copies.
  private var backups: [Finding] {
    let all = StoreBackups(of: location).all
    guard let newest = all.first else { return [] }
    return [
      Finding(
        .ok, localized("backups"),
        localized("\(all.count, "day"), the last one \(newest.day)"))
    ]
  }

  /// The size of the stored texts of pages. Empty without saved links.
  private func keptTexts() async -> [Finding] {
    guard let size = await KeptSize.at(location) else { return [] }
    return [Finding(.ok, localized("kept texts"), size.summary)]
  }

  /// The browsers whose new bookmarks are imported at each start. Empty without any.
  private func followedBrowsers() async -> [Finding] {
    guard access(location.dataFile.path(percentEncoded: false), F_OK) == 0,
      let store = try? SavedLinkStore(location: location),
      let followed = try? await store.followedBrowsers()
    else { return [] }
    let profiles = BrowserProfile.all(environment: environment, readsLists: true)
    return followed.map { followed in
      let (name, since) = (
        followed.browser.name, followed.since.formatted(.iso8601.year().month().day())
      )
      let text =
        followed.profile.map {
          localized("new bookmarks of \(name), profile \($0) are imported, since \(since)")
        } ?? localized("new bookmarks of \(name) are imported, since \(since)")
      let isThere = profiles.contains { profile in
        profile.browser == followed.browser && (followed.profile.map(profile.isNamed) ?? true)
      }
      return isThere
        ? Finding(.ok, localized("followed browser"), text)
        : Finding(
          .limited, localized("followed browser"),
          localized("\(text), but its profile isn't found"),
          advice: localized(
            "raylette saved import --from \(followed.browser.rawValue) --no-follow ends that"))
    }
  }

  private func cache() async -> Finding {
    let path = location.cacheFile.path(percentEncoded: false)
    if let problem = missing(path, .limited, localized("cache")) { return problem }
    do throws(StoreError) {
      let cache = MetadataCache(location: location)
      if let problem = cache.problem { throw problem }
      if let damage = try await cache.damage() {
        return Finding(
          .limited, localized("cache"), localized("\(path) is damaged: \(damage)"),
          advice: localized("delete it; it's only a cache")
        )
      }
      let count = try await cache.summary()?.pageCount ?? 0
      return Finding(.ok, localized("cache"), localized("\(path), \(count, "page")"))
    } catch {
      return Finding(
        .limited, localized("cache"), "\(error)",
        advice: localized("everything works without, but fetches more"))
    }
  }

  /// Returns a finding on whether a missing file can be created at a path. Nil if the file exists.
  /// - Parameter status: the status if it can't be created.
  private func missing(
    _ path: String, _ status: Finding.Status, _ subject: String
  ) -> Finding? {
    guard access(path, F_OK) != 0, errno == ENOENT else { return nil }
    var folder = URL(filePath: path).deletingLastPathComponent()
    while access(folder.path(percentEncoded: false), F_OK) != 0, folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
    }
    let folderPath = folder.path(percentEncoded: false)
    if access(folderPath, W_OK | X_OK) == 0 {
      return Finding(.ok, subject, localized("\(path): none yet"))
    }
    return Finding(
      status, subject,
      localized("\(path) can't be created: \(errnoText(errno).translated): \(folderPath)"),
      advice: localized("give yourself the right to write there"))
  }
}
