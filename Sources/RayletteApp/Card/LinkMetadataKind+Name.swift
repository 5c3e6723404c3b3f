import LinkPreview
import Localization

extension LinkMetadata.Kind {
  /// The name on screen.
  var name: String {
    switch self {
    case .article: localized("article")
    case .book: localized("book")
    case .music: localized("music")
    case .product: localized("product")
    case .profile: localized("profile")
    case .video: localized("video")
    case .website: localized("website")
    case .audio: localized("audio")
    case .document: localized("document")
    case .feed: localized("feed")
    case .image: localized("image")
    }
  }
}
