import Articles
import Foundation
import LinkPreview

extension ArticlePicture {
  /// The picture in words, or else the name of its file.
  var words: String {
    if let alternativeText, !alternativeText.isEmpty { return alternativeText }
    let name = url.lastPathComponent
    return name.isEmpty || name == "/" ? "picture" : name
  }
}
