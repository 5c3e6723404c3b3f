import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

/// States with the icons of sites, and the icons.
extension Samples {
  static let iconForm = IconRequest.Form(
    graphics: .kitty, cell: PixelSize(width: 10, height: 20))

  /// Numbered links of sites `a.example`, `b.example` and so on, newest first.
  static func links(ofSites sites: [String]) -> [SavedLink] {
    sites.enumerated().map { number, site in
      var metadata = bare("https://www.\(site).example/\(number)")
      metadata.title = "Link \(number)"
      metadata.icons = [.init(url: bare("https://\(site).example/i.png").url)]
      return SavedLink(
        id: Int64(sites.count - number), metadata: metadata,
        savedAt: now.addingTimeInterval(-Double(number) * 3600))
    }
  }

  /// The Saved tab with links of sites on a terminal that shows pixels.
  static func savedWithIcons(
    _ sites: [String], columns: Int = 80, rows: Int = 24
  ) -> (state: AppState, store: SampleStore, effects: [Effect]) {
    let links = links(ofSites: sites)
    var state = state(columns: columns, rows: rows, saved: links)
    state.surroundings.pictures = Pictures(form: .cells(.direct), usesPixels: true)
    var store = SampleStore(links: links)
    _ = update(
      &state, .program(.terminalAnswered(TerminalAnswers(graphics: .kitty, cell: iconForm.cell))))
    let effects = store.press(.tab, in: &state)
    return (state, store, effects)
  }

  /// An icon of one colour.
  static func icon(_ shade: UInt8, cell: PixelSize = iconForm.cell) -> Picture? {
    Raster(
      size: PixelSize(width: 8, height: 8),
      bytes: (0..<64).flatMap { _ in [shade, shade / 2, 90, 255] as [UInt8] }
    )?.icon(in: IconRequest.Form.cells, of: cell, for: .kitty)
  }
}

extension [Effect] {
  /// The requested icons, with the ids of the requests.
  var icons: [(id: RequestID, request: IconRequest)] {
    compactMap { effect in
      if case .picture(.icon(let id, let request)) = effect { (id, request) } else { nil }
    }
  }

  /// The sites whose icons are requested.
  var iconSites: [String] { icons.map(\.request.site.name) }
}
