import Foundation
import LinkPreview
import TestSupport
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
struct DocumentationExampleTests {
  @Test("the landing page's example works")
  func landingPage() throws {
    let html = Data("<title>Crafting Interpreters</title>".utf8)
    let url = try #require(URL(string: "https://craftinginterpreters.com/"))
    // docc:begin LinkPreview
    let metadata = LinkMetadata(html: html, url: url)
    print(metadata.displayTitle)  // "Crafting Interpreters"
    // docc:end
    #expect(metadata.displayTitle == "Crafting Interpreters")
  }

  @Test("the tutorial works")
  func gettingStarted() throws {
    let url = try #require(URL(string: "https://craftinginterpreters.com/introduction.html"))
    // docc:begin GettingStarted
    let html = Data(
      """
      <title>Crafting Interpreters</title>
      <meta property="og:title" content="Crafting Interpreters">
      <meta property="og:description" content="Everything you need to implement a language.">
      <meta property="og:image" content="/cover.png">
      <meta property="og:image:width" content="1200">
      <meta name="theme-color" content="#1481b8">
      """.utf8)
    let metadata = LinkMetadata(html: html, url: url)
    // docc:end

    // docc:begin GettingStarted
    print(metadata.displayTitle)  // "Crafting Interpreters"
    print(metadata.displaySiteName)  // "Crafting Interpreters"
    print(metadata.displaySummary ?? "")  // "Everything you need to implement a language."
    if let image = metadata.image { print(image.url, image.width ?? 0) }
    print(metadata.themeColor?.hex ?? "")  // "#1481b8"
    // docc:end
    #expect(metadata.displayTitle == "Crafting Interpreters")
    #expect(metadata.displaySiteName == "Crafting Interpreters")
    #expect(metadata.displaySummary == "Everything you need to implement a language.")
    #expect(metadata.image?.url.absoluteString == "https://craftinginterpreters.com/cover.png")
    #expect(metadata.image?.width == 1200)
    #expect(metadata.themeColor?.hex == "#1481b8")

    // docc:begin GettingStarted
    let json = try JSONEncoder().encode(metadata)
    let copy = try JSONDecoder().decode(LinkMetadata.self, from: json)
    print(copy == metadata)  // true
    // docc:end
    #expect(copy == metadata)

    let imageData = Data(PNG.file(width: 4, height: 2) { _, _ in (0, 0, 0) })
    // docc:begin GettingStarted
    if let image = LinkImage(data: imageData) {
      print(image.type, image.width, image.height)  // "image/png 1200 630"
    } else {
      print("not an image, or a huge one")
    }
    // docc:end
    let image = try #require(LinkImage(data: imageData))
    #expect(image.type == "image/png" && image.width == 4 && image.height == 2)
    let limit = LinkImage.sideLimit
    #expect(LinkImage(data: Data(PNG.header(width: limit, height: 1))) != nil)
    #expect(LinkImage(data: Data(PNG.header(width: limit + 1, height: 1))) == nil)

    // docc:begin GettingStarted
    let findings = PageCheck.findings(html: html, url: url)
    let errors = findings.filter { $0.severity == PageCheck.Severity.error }
    for finding in errors { print(finding.text) }
    // docc:end
    #expect(!findings.isEmpty && errors.isEmpty)
    #expect(PageCheck.findings(html: Data(), url: url).first?.severity == .error)

    // docc:begin GettingStarted
    func explain(_ error: LinkMetadataError) -> String {
      switch error {
      case .failed(LinkMetadataError.Cause.httpStatus(404)): "The page is gone."
      case .notAllowed(LinkMetadataError.NotAllowed.privateAddress(let host)): "\(host) is private."
      default: "\(error.sentence) \(error.detail ?? "")"
      }
    }
    // docc:end
    #expect(explain(.failed(.httpStatus(404))) == "The page is gone.")
    #expect(explain(.notAllowed(.privateAddress("10.0.0.1"))) == "10.0.0.1 is private.")
    #expect(explain(.failed(.httpStatus(500))).hasPrefix("Metadata fetch failed. HTTP 500"))
  }
}
