import Markup

/// The address that an image is loaded from. Pages with lazy loading have a placeholder in `src`.
enum ImageSource {
  static func address(of attributes: Attributes) -> String? {
    for name in lazyNames {
      if let address = attributes[name], isAddress(address) { return address }
    }
    for name in setNames {
      if let set = attributes[name], let address = largest(in: set) { return address }
    }
    let source = attributes["src"].flatMap { isAddress($0) ? $0 : nil }
    // `srcset` has the image in other sizes, which may all be smaller than `src`.
    guard let set = attributes["srcset"], let largest = sized(in: set) else { return source }
    return source == nil || largest.size >= Self.largeSize ? largest.address : source
  }

  /// The smallest width in a `srcset`. Smaller numbers are pixel densities.
  private static let largeSize = 10.0

  private static let lazyNames: [StaticString] = [
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-hi-res-src",
    "data-full-src", "data-original-src", "data-image",
  ]
  private static let setNames: [StaticString] = ["data-srcset", "data-lazy-srcset"]

  private static func isAddress(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("data:") && !text.hasPrefix("blob:") && !text.hasPrefix("{")
  }

  /// Returns the address of the largest image in a `srcset`
  /// (https://html.spec.whatwg.org/#srcset-attributes).
  static func largest(in set: String) -> String? { sized(in: set)?.address }

  /// - Returns: the address with its width or density.
  private static func sized(in set: String) -> (address: String, size: Double)? {
    var best: (address: String, size: Double)?
    var address: String?
    for word in set.words.prefix(100) {
      guard let known = address else {
        address = word
        continue
      }
      let descriptor = word.hasSuffix(",") ? word.dropLast() : word[...]
      if let unit = descriptor.last, unit == "w" || unit == "x",
        let size = Double(descriptor.dropLast())
      {
        if size > best?.size ?? 0 { best = (known, size) }
        address = nil
      } else {
        address = word
      }
    }
    let found =
      best ?? address.map { ($0.hasSuffix(",") ? String($0.dropLast()) : $0, 1) }
    return found.flatMap { isAddress($0.address) ? $0 : nil }
  }
}

extension ElementTree {
  /// Returns the address from the first `source` of a `picture`.
  func sourceAddress(of picture: Int32?) -> Range<Int32>? {
    guard let picture else { return nil }
    var address: Range<Int32>?
    for index in (Int(picture) + 1..<max(Int(picture) + 1, nodes.count)).suffix(20).reversed()
    where nodes[index].element == .source && nodes[index].parent == picture {
      address = attributes(of: index)?.address ?? address
    }
    return address
  }

  /// Moves the address of a picture in a `noscript` to the placeholder before it, which a script
  /// would load. If the placeholder has an address already, drops the copy.
  mutating func joinFallback(_ picture: inout Node) {
    let fallback = Int(picture.parent)
    guard fallback >= 0, nodes[fallback].element == .noscript else { return }
    // The placeholder is before the fallback, or around it.
    for index in (max(0, fallback - 3)..<fallback).reversed() {
      if nodes[index].isText {
        if isBlank(nodes[index]) { continue }
        return
      }
      guard nodes[index].element == .img else { continue }
      if attributes(of: index)?.address == nil { nodes[index].attributes = picture.attributes }
      picture.attributes = -1
      return
    }
  }
}
