import Foundation
import Markup
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
struct DocumentationExampleTests {
  @Test("the landing page's example works")
  func landingPage() {
    // docc:begin Markup
    let address = WebAddress("HTTPS://Example.org/a/../b")
    print(address?.text ?? "not a web address")  // "https://example.org/b"
    // docc:end
    #expect(address?.text == "https://example.org/b")
  }

  @Test("the tutorial works")
  func gettingStarted() {
    // docc:begin GettingStarted
    let address = WebAddress(" HTTPS://Example.org:443/a/../b c ")
    print(address?.text ?? "")  // "https://example.org/b%20c"
    print(address == WebAddress("https://example.org/b%20c"))  // true

    print(WebAddress("javascript:alert(1)") == nil)  // true
    print(URL(filePath: "/etc/passwd").isWebAddress)  // false
    // docc:end
    #expect(address?.text == "https://example.org/b%20c")
    #expect(address == WebAddress("https://example.org/b%20c"))
    #expect(WebAddress("javascript:alert(1)") == nil)
    #expect(!URL(filePath: "/etc/passwd").isWebAddress)

    // docc:begin GettingStarted
    let page = WebAddress("https://www.example.org/blog/post?id=1#top")
    let picture = WebAddress("../cover.png", relativeTo: page)
    print(picture?.url.absoluteString ?? "")  // "https://www.example.org/cover.png"
    print(picture?.displayHost ?? "")  // "example.org"
    // docc:end
    #expect(picture?.url.absoluteString == "https://www.example.org/cover.png")
    #expect(picture?.displayHost == "example.org")

    // docc:begin GettingStarted
    let urls = URL.webAddresses(in: "See https://example.org/a, and (http://example.com/b).")
    for url in urls { print(url) }  // "https://example.org/a", "http://example.com/b"
    print(urls[0].isSpelled(by: "www.example.org/a/"))  // true
    print(urls[0].isSpelled(by: "An example"))  // false
    // docc:end
    #expect(urls.map(\.absoluteString) == ["https://example.org/a", "http://example.com/b"])
    #expect(urls[0].isSpelled(by: "www.example.org/a/"))
    #expect(!urls[0].isSpelled(by: "An example"))
  }
}
