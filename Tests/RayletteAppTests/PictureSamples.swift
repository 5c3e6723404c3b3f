import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

/// States with pictures, and their pictures.
extension Samples {
  /// A card whose picture hasn't loaded yet, on a terminal that shows pictures.
  static func withPictures(
    _ metadata: LinkMetadata = picturedArticle, columns: Int = 80, rows: Int = 24,
    depth: ColorDepth? = .palette256
  ) -> (state: AppState, effects: [Effect]) {
    var state = loading(columns: columns, rows: rows)
    state.surroundings.pictures = Pictures(depth: depth)
    guard let id = state.spin.card?.id else { return (state, []) }
    let entry = CachedMetadata(metadata: metadata, fetchedAt: now)
    let effects = update(&state, .program(.previewLoaded(id, .success(entry))))
    return (state, effects)
  }

  /// The Saved tab on a terminal that shows pictures, with the cursor on the second link.
  static func savedWithPictures(columns: Int = 120, rows: Int = 40) -> AppState {
    var links = savedLinks
    links[1] = SavedLink(id: 3, metadata: picturedArticle, savedAt: links[1].savedAt)
    var state = state(columns: columns, rows: rows, saved: links)
    state.surroundings.pictures = Pictures(depth: .palette256)
    var store = SampleStore(links: links)
    store.press(.tab, .down, in: &state)
    return state
  }

  static let picturedArticle: LinkMetadata = {
    var metadata = article
    metadata.image = .init(
      url: bare("https://craftinginterpreters.com/i.png").url, width: 1200, height: 630)
    metadata.author = "Robert Nystrom"
    metadata.published = now - 3 * day
    metadata.readingTime = .seconds(700)
    metadata.themeColor = .init(red: 180, green: 60, blue: 20)
    return metadata
  }()

  /// A picture of the requested size.
  static func picture(_ request: PictureRequest) -> Picture? {
    let row = "\u{1B}[31;44m" + String(repeating: "▀", count: request.size.columns) + "\u{1B}[0m\n"
    let art = String(repeating: row, count: request.size.rows)
    return Picture(symbolArt: Array(art.utf8), limit: request.size)
  }
}

extension [Effect] {
  var loadedPictures: [PictureRequest] {
    compactMap { if case .picture(.load(_, let request)) = $0 { request } else { nil } }
  }

  /// The cancelled requests.
  var cancelled: [RequestID] {
    compactMap { if case .cancel(let id) = $0 { id } else { nil } }
  }
}

extension Pictures {
  /// The pictures that were requested and haven't been drawn.
  var awaited: [PictureRequest] { [request.subject].compactMap(\.self) }
}
