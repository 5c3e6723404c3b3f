import Foundation
import Markup

extension ArticlePicture {
  /// Creates a picture from an image of a page. A thumbnail that links to a larger picture becomes
  /// the larger one. Nil for an image that isn't a picture, such as a placeholder.
  /// - Parameters:
  ///   - alternativeText: the image's alternative text.
  ///   - link: the target of the link around the image, if any.
  init?(_ address: URL, alternativeText: String?, link: URL?) {
    let name = PictureName(address)
    let larger = link.flatMap { PictureName($0).isLarger(than: name) ? $0 : nil }
    guard !name.isSpacer, larger != nil || !name.isOfPage else { return nil }
    self.init(url: larger ?? address, alternativeText: alternativeText.flatMap(Self.description))
  }

  /// The characters that an image stands for in a line, such as `:)`.
  static func sign(_ alternativeText: String) -> String? {
    guard let text = PlainText.folded(alternativeText), (1...8).contains(text.utf8.count),
      !text.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else { return nil }
    return text
  }

  /// Returns the alternative text, unless it's markup or the name of the picture's file.
  private static func description(_ alternativeText: String) -> String? {
    guard let text = PlainText.folded(alternativeText), !text.contains("</"), !text.contains("/>")
    else {
      return nil
    }
    return text.words.count == 1 && PictureName.isFile(text[...]) ? nil : text
  }
}

/// A picture's file name, which contains the size on many pages, as in `ferry-300x200.jpg`.
struct PictureName {
  /// The address without size and query, which is the same for all sizes of a picture.
  let stem: String
  /// The width in pixels.
  private let width: Int?
  private let name: Substring
  /// The address without the query.
  private let path: Substring
  private let isFile: Bool

  init(_ url: URL) {
    // Compares bytes, because addresses are ASCII, and characters take many times as long.
    let address = url.absoluteString
    let end = address.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    path = address[..<(end ?? address.endIndex)]
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...]
    isFile = Self.isFile(name)
    let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let base = name[..<dot]
    // WordPress and Shopify add the size to the name.
    let mark = base.utf8.lastIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    let size = base[(mark ?? base.endIndex)...].utf8.dropFirst().split(separator: UInt8(ascii: "x"))
      .map { Int(Substring($0)) }
    if let mark, size.count == 2, let first = size[0], size[1] != nil {
      width = first
      stem = String(path[..<mark]) + name[dot...]
    } else {
      width = nil
      stem = isFile ? String(path) : address
    }
  }

  /// Whether a text ends like the name of a picture file.
  static func isFile(_ text: Substring) -> Bool {
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = text.utf8[dot...]
    return ending.count <= 5
      && endings.contains(String(decoding: ending, as: UTF8.self).inLowerCase)
  }

  private static let endings: Set<String> = [
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp",
  ]

  /// Whether the file is a spacer, which many pages show until the picture is loaded.
  var isSpacer: Bool {
    Self.spacers.contains(base)
  }

  /// Whether the file is an icon or emoji of the site, by its name or folder.
  var isOfPage: Bool {
    let base = base
    if base == "logo" || Self.signs.contains(where: { base.hasPrefix($0) }) { return true }
    let folders = path[..<name.startIndex].lowercased().utf8.split(separator: UInt8(ascii: "/"))
    return folders.dropFirst(2).contains { folder in
      Self.folders.contains { folder.starts(with: $0.utf8) }
    }
  }

  /// The name up to its first dot, in lower case.
  private var base: String {
    name[..<(name.utf8.firstIndex(of: UInt8(ascii: ".")) ?? name.endIndex)].lowercased()
  }

  private static let signs = ["icon-", "icon_", "icn_", "ico_", "avatar-", "avatar_", "svgsprite"]
  private static let folders = [
    "icons", "icon-", "statusicon", "avatar", "smilie", "smiley", "emoji",
  ]

  private static let spacers: Set<String> = [
    "spacer", "blank", "pixel", "transparent", "1x1", "clear", "trans", "empty", "lazyload",
    "lazy", "placeholder", "pixel_trans", "grey-placeholder",
  ]

  /// Whether the file is the larger version of a thumbnail. On wikis, the target is a page about
  /// the picture, with a name such as `File:Ferry.jpg`.
  func isLarger(than other: PictureName) -> Bool {
    guard isFile, !name.contains(":"), !name.contains("%3A") else { return false }
    return other.width ?? 0 < Self.large
  }

  /// The width of an article on most screens.
  private static let large = 800
}

extension [ArticleBlock] {
  /// The blocks without repeated pictures. Lightboxes have a picture a second time, in the same or
  /// another size. If two follow each other, the caption is kept.
  var withoutRepeatedPictures: [ArticleBlock] {
    var stems: Set<String> = []
    var blocks: [ArticleBlock] = []
    for block in self {
      guard case .picture(let picture, let caption) = block else {
        blocks.append(block)
        continue
      }
      let stem = PictureName(picture.url).stem
      if stems.insert(stem).inserted {
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
