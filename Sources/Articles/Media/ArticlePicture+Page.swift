import Foundation
import Markup

extension ArticlePicture {
  /// Creates a picture as a page shows it. A picture that's only a small one of what it links to
  /// becomes that. Nil for what's no picture, such as the space that one will be loaded into.
  /// - Parameters:
  ///   - words: what the page says the picture shows.
  ///   - link: where the picture leads, if it's in a link.
  init?(_ address: URL, words: String?, link: URL?) {
    let name = PictureName(address)
    let larger = link.flatMap { PictureName($0).isLarger(than: name) ? $0 : nil }
    guard !name.isSpacer, larger != nil || !name.isOfPage else { return nil }
    self.init(url: larger ?? address, alternativeText: words.flatMap(Self.description))
  }

  /// The sign that a picture stands for in a line, such as `:)`.
  static func sign(_ words: String) -> String? {
    guard let text = PlainText.folded(words), (1...8).contains(text.utf8.count),
      !text.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else { return nil }
    return text
  }

  /// The words for a picture, unless they're the name of its file or markup.
  private static func description(_ words: String) -> String? {
    guard let text = PlainText.folded(words), !text.contains("</"), !text.contains("/>") else {
      return nil
    }
    return text.words.count == 1 && PictureName.isFile(text) ? nil : text
  }
}

/// The file name of a picture, which tells its size on many pages, as in `ferry-300x200.jpg`.
struct PictureName {
  /// The address without size and query: the same for all sizes of a picture.
  let stem: String
  /// The width in pixels.
  private let width: Int?
  private let name: Substring
  /// The address without query.
  private let path: Substring
  private let isFile: Bool

  init(_ url: URL) {
    path = url.absoluteString.prefix { $0 != "?" && $0 != "#" }
    name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    isFile = Self.isFile(String(name))
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let base = name[..<dot]
    // WordPress and Shopify add the size to the name.
    let mark = base.lastIndex { $0 == "-" || $0 == "_" } ?? base.endIndex
    let size = base[mark...].dropFirst().split(separator: "x").map { Int($0) }
    if size.count == 2, let first = size[0], size[1] != nil {
      width = first
      stem = String(path[..<mark]) + name[dot...]
    } else {
      width = nil
      stem = isFile ? String(path) : url.absoluteString
    }
  }

  /// Whether a text ends as the names of picture files do.
  static func isFile(_ text: String) -> Bool {
    let text = text.inLowerCase
    return endings.contains { text.hasSuffix($0) }
  }

  private static let endings = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp"]

  /// Whether the file only fills a place, which many pages do before they load the picture.
  var isSpacer: Bool {
    let base = name.prefix { $0 != "." }.lowercased()
    return Self.spacers.contains(base)
  }

  /// Whether the file is a sign or a face that a site has beside its texts, by its name or by the
  /// folder it's in, as programs for sites and forums have them.
  var isOfPage: Bool {
    let base = name.prefix { $0 != "." }.lowercased()
    if base == "logo" || Self.signs.contains(where: { base.hasPrefix($0) }) { return true }
    let folders = path.dropLast(name.count).lowercased().split(separator: "/").dropFirst(2)
    return folders.contains { folder in Self.folders.contains { folder.hasPrefix($0) } }
  }

  private static let signs = ["icon-", "icon_", "icn_", "ico_", "avatar-", "avatar_", "svgsprite"]
  private static let folders = [
    "icons", "icon-", "statusicon", "avatar", "smilie", "smiley", "emoji",
  ]

  private static let spacers: Set<String> = [
    "spacer", "blank", "pixel", "transparent", "1x1", "clear", "trans", "empty", "lazyload",
    "lazy", "placeholder", "pixel_trans", "grey-placeholder",
  ]

  /// Whether the file is the picture that another one is a small one of. A page about the picture,
  /// as wikis have it, has a name such as `File:Ferry.jpg`.
  func isLarger(than other: PictureName) -> Bool {
    guard isFile, !name.contains(":"), !name.contains("%3A") else { return false }
    return other.width ?? 0 < Self.large
  }

  /// As wide as an article is on most screens.
  private static let large = 800
}

extension [ArticleBlock] {
  /// Without pictures that were shown before, in the same size or another one, as boxes that enlarge
  /// a picture have it a second time. The caption of one right after the other is kept.
  var withoutRepeatedPictures: [ArticleBlock] {
    var shown: Set<String> = []
    var blocks: [ArticleBlock] = []
    for block in self {
      guard case .picture(let picture, let caption) = block else {
        blocks.append(block)
        continue
      }
      let stem = PictureName(picture.url).stem
      if shown.insert(stem).inserted {
        blocks.append(block)
      } else if !caption.isEmpty, case .picture(let last, []) = blocks.last,
        PictureName(last.url).stem == stem
      {
        blocks[blocks.count - 1] = .picture(last, caption: caption)
      }
    }
    return blocks
  }
}
