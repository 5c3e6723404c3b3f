import Testing

@testable import LinkStore

struct LinkKeyTests {
  @Test(
    "what does not lead elsewhere is folded away",
    arguments: [
      ("HTTPS://Example.ORG", "https://example.org"),
      ("https://example.org/", "https://example.org"),
      ("https://example.org:443/a/", "https://example.org/a"),
      ("http://example.org:80/a#top", "http://example.org/a"),
      ("https://example.org/a?b=2&a=1", "https://example.org/a?a=1&b=2"),
      (
        "https://example.org/a?utm_source=x&UTM_medium=y&fbclid=1&id=7",
        "https://example.org/a?id=7"
      ),
      ("https://example.org/?gclid=1&mc_eid=2", "https://example.org"),
      ("https://example.org/?&&", "https://example.org"),
    ])
  func folds(address: String, key: String) {
    #expect(LinkKey.key(of: address) == key)
    #expect(LinkKey.key(of: key) == key)
  }

  @Test(
    "what may lead elsewhere stays",
    arguments: [
      "http://example.org/a", "https://example.org:8443/a", "https://example.org/A",
      "https://Ann:Secret@example.org/a", "https://example.org/a?A=1",
      "https://example.org/#/route",
      "https://example.org/#!/route", "https://example.org/a?q=utm_source",
      "https://example.org/a%2Fb",
    ])
  func keeps(address: String) {
    #expect(LinkKey.key(of: address) != LinkKey.key(of: "https://example.org/a"))
    #expect(LinkKey.key(of: address) == address.replacing("org/#", with: "org#"))
  }
}
