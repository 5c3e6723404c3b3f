import Foundation
import LinkPreview
import Markup

extension BlockBuilder {
  /// Adds a video or audio, if its address is known.
  mutating func media(_ index: Int) {
    guard let values = tree.attributes(of: index),
      let url = values.address.flatMap({ page.absolute(tree.string($0)) })
    else { return }
    let kind: ArticleMedia.Kind
    let address: URL
    if tree.nodes[index].element == .iframe {
      guard let player = PlayerAddress.page(of: url) else { return }
      (kind, address) = player
    } else {
      kind = tree.nodes[index].element == .audio ? .audio : .video
      address = url
    }
    let title = values.alternativeText.flatMap { PlayerAddress.title(tree.string($0)) }
    enter(index, paragraph: -1 - index)
    endParagraph()
    addBlock(.media(ArticleMedia(kind: kind, url: address, title: title)))
  }
}
