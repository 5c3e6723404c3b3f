import Articles
import Foundation
import LinkPreview

extension ArticlePicture {
  /// The alternative text, or else the name of the picture's file.
  var label: String {
    if let alternativeText, !alternativeText.isEmpty { return alternativeText }
    let name = url.lastPathComponent
    return name.isEmpty || name == "/" ? "picture" : name
  }
}
