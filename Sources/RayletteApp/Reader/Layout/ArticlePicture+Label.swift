import Articles
import Foundation
import LinkPreview

extension ArticlePicture {
  /// What the picture shows, or else the name of its file.
  var label: String {
    if let alternativeText, !alternativeText.isEmpty { return alternativeText }
    let name = url.lastPathComponent
    return name.isEmpty || name == "/" ? "picture" : name
  }
}
