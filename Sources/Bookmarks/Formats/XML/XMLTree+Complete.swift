import Localization
import Markup

extension XMLTree {
  /// Reads a file of bookmarks. Rejects one that ends inside its root element, because it's
  /// incomplete.
  init(complete bytes: [UInt8]) throws(MalformedContent) {
    self.init(bytes)
    if let openLine {
      throw MalformedContent(
        reason: localized(
          "it ends before the element that began in line \(openLine) does; its end is missing"))
    }
    if depth > Self.depthLimit { throw .tooDeep }
  }

  /// All elements, in document order.
  var elements: [Element] { roots.flatMap { [$0] + $0.descendants } }
}

extension MalformedContent {
  static var tooDeep: MalformedContent {
    MalformedContent(reason: localized("its folders are nested too deeply"))
  }
}
