import Favorites
import Foundation
import LinkExchange
import LinkStore
import RayletteApp
import TestSupport

@testable import raylette

extension EffectRunner {
  /// Creates the runner of a program that only draws pictures.
  convenience init(drawing pictures: PictureLoader, in home: TemporaryHome, post: @escaping Post)
    throws
  {
    let location = StoreLocation(environment: home.environment)
    self.init(
      saved: try SavedLinkStore(location: location), location: location, pictures: pictures,
      post: post)
  }

  /// Creates the runner of a program without a screen.
  convenience init(
    saved: SavedLinkStore, location: StoreLocation, environment: [String: String] = [:],
    pictures: PictureLoader? = nil, now: @escaping @Sendable () -> Date = { Date() },
    post: @escaping Post
  ) {
    let library = LinkLibrary(
      saved: saved, wheels: WheelStore(sharing: saved), cache: MetadataCache(location: location),
      environment: environment, now: now)
    self.init(
      library: library,
      programs: Programs(for: library, environment: environment, pictures: pictures),
      background: Background(for: library, folder: SyncFolder(location: location)) {
        post(Action($0))
      }, post: post)
  }
}
