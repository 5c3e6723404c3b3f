import Foundation
import Testing

@testable import raylette

/// Addresses as people write them.
struct PreviewInputTests {
  @Test(
    "addresses are completed as users write them",
    arguments: [
      ("example.org/x", "https://example.org/x"),
      ("localhost:18777/ok", "http://localhost:18777/ok"),
      ("a.localhost", "http://a.localhost/"), ("127.0.0.1:80/ok", "http://127.0.0.1/ok"),
      ("[::1]:8080", "http://[::1]:8080/"), ("http://b.org", "http://b.org/"), ("example", nil),
      ("mailto:a@b.org", nil), ("file:///etc/passwd", nil), ("", nil),
    ] as [(String, String?)])
  func completion(text: String, address: String?) {
    #expect(PreviewInput(text).url?.absoluteString == address)
  }
}
