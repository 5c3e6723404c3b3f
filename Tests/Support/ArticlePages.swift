import Foundation

/// Pages with articles for tests.
public enum ArticlePages {
  public static let sentence =
    "A ray starts at the camera, hits the nearest sphere, and takes its colour from the light there."

  /// A page with a title and paragraphs.
  public static func page(
    _ title: String, _ paragraphs: String..., image: String? = nil
  ) -> Answer {
    let picture = image.map { "<figure><img src='\($0)' alt='A picture'></figure>" } ?? ""
    let text = ([sentence, sentence] + paragraphs).map { "<p>\($0)</p>" }
    return .page(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title></head>
      <body><nav><a href="/">Home</a></nav><article><h1>\(title)</h1>\(text[0])\(picture)
      \(text.dropFirst().joined(separator: "\n"))</article></body></html>
      """.utf8, type: "text/html")
  }

  public static let square = Answer.page(
    PNG.file(width: 100, height: 100) { _, _ in (255, 0, 0) }, type: "image/png")
}
