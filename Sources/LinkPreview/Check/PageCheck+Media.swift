import Markup
package import Foundation

/// An image, icon or video of a page, with the result of fetching it.
package struct CheckedMedia: Sendable {
  package enum Part: String, Sendable { case image, icon, video }

  let part: Part
  package let url: URL
  /// The size in bytes, or nil if the fetch failed or the server doesn't state it.
  package var length: Int?
  var width: Int?
  var height: Int?
  /// The reason why the fetch failed, as text for people.
  var failure: String?

  package init(
    part: Part, url: URL, length: Int? = nil, width: Int? = nil, height: Int? = nil,
    failure: String? = nil
  ) {
    self.part = part
    self.url = url
    self.length = length
    self.width = width
    self.height = height
    self.failure = failure
  }
}

extension PageCheck {
  /// The minimum width in pixels at which an image looks its best (TN3156).
  static let goodImageWidth = 900
  /// The minimum width in pixels at which an icon looks its best (TN3156).
  package static let goodIconWidth = 108

  static func imageFindings(_ page: Page, _ media: [CheckedMedia]) -> [Finding] {
    let stated = StructuredMedia.all("og:image", in: page.facts.metas)
    guard let first = stated.first, let address = first.secureAddress ?? first.address else {
      return [error("og:image is missing, so the preview has no picture")]
    }
    guard page.absolute(address) != nil else {
      return [
        error(
          "og:image isn't an http or https address: \(PlainText.folded(address, limit: 80) ?? "")")
      ]
    }
    var findings: [Finding] = []
    if URL(webAddress: address) == nil {
      findings.append(warning("og:image is a relative address, which some previews don't resolve"))
    }
    let fetched = media.first { $0.part == .image }
    if let failure = fetched?.failure {
      findings.append(error("og:image can't be fetched: \(failure)"))
    }
    if let width = fetched?.width ?? first.width {
      if width < Page.smallestImage {
        findings.append(
          error(
            "og:image is \(width) pixels wide; below \(Page.smallestImage) it is ignored or shown as an icon"
          ))
      } else if width < goodImageWidth {
        findings.append(
          warning("og:image is \(width) pixels wide; \(goodImageWidth) or more look best"))
      }
    }
    if first.alternativeText == nil {
      findings.append(warning("og:image:alt is missing, for those who can't see the picture"))
    }
    return findings
  }

  static func iconFindings(_ page: Page, _ media: [CheckedMedia]) -> [Finding] {
    let icons = page.icons
    let isNamed = page.facts.links.contains { link in
      !link.relations.isDisjoint(with: [.icon, .homeScreenIcon])
    }
    let fetched = media.first { $0.part == .icon }
    if let failure = fetched?.failure {
      return [error("no icon to fall back on: \(failure)")]
    }
    guard isNamed, let best = icons.first else {
      return [warning("no icon is named, so only /favicon.ico is tried")]
    }
    let width = fetched?.width ?? best.width
    let height = fetched?.height ?? best.height
    var findings: [Finding] = []
    if let width, width < goodIconWidth {
      findings.append(
        warning("the largest icon is \(width) pixels wide; \(goodIconWidth) or more look best"))
    }
    if let width, let height, width != height {
      findings.append(warning("the icon is \(width) × \(height), not square"))
    }
    return findings
  }

  static func videoFindings(_ page: Page, _ media: [CheckedMedia]) -> [Finding] {
    let names: [StaticString] = ["og:video", "twitter:player"]
    guard
      let name = names.first(where: { page.facts.metas.hasKeys(beginningWith: $0) })
    else { return [] }
    if page.video == nil {
      return [warning("\(name) is a player, not a file, so it does not play in the preview")]
    }
    let failure = media.first { $0.part == .video }?.failure
    return failure.map { [error("the video can't be fetched: \($0)")] } ?? []
  }

  static func sizeFindings(_ media: [CheckedMedia]) -> [Finding] {
    let length = media.compactMap(\.length).reduce(0, +)
    guard length > mediaLimit else { return [] }
    return [
      error(
        "icon, picture and video are \(LinkedFile.secondsText(bytes: length)) together; over 10 MB they are left out"
      )
    ]
  }
}
