import Links
import Markup
import Testing

struct LinkKeyTests {
  private func key(_ text: String) throws -> String {
    LinkKey.key(of: try #require(WebAddress(text), "\(text)"))
  }

  @Test(
    "spellings that lead to the same page have the same key",
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
      ("https://example.org/?&&", "https://example.org"),
      ("https://example.org/a?#", "https://example.org/a"),
      ("https://example.org/b/.././%61/%7eb%2fc", "https://example.org/a/~b%2Fc"),
      ("https://example.org/a|b?[x]=^", "https://example.org/a%7Cb?%5Bx%5D=%5E"),
      ("https://grüße.example./a", "https://xn--gre-6ka8l.example/a"),
      ("https://example.org.:81/", "https://example.org:81"),
      ("https://example.org/a;JSESSIONID=7.b/c?d=1", "https://example.org/a/c?d=1"),
      ("https://example.org/a;v=1;jsessionid=7?jsessionid=8", "https://example.org/a;v=1"),
      (
        "https://example.org/a?igsh=1&srsltid=2&gad_source=3&_gl=4&mtm_kwd=5",
        "https://example.org/a"
      ),
      // Campaigns, by the names that their vendors document.
      ("https://a.example/b?utm_id=1&utm_source_platform=2&utm_referrer=3", "https://a.example/b"),
      ("https://a.example/b?pk_campaign=1&pk_kwd=2&pk_cid=3", "https://a.example/b"),
      ("https://a.example/b?mtm_group=1&matomo_kwd=2&piwik_campaign=3", "https://a.example/b"),
      ("https://a.example/b?itm_source=1&itm_medium=2&itm_term=3", "https://a.example/b"),
      ("https://a.example/b?hsa_acc=1&hsa_cam=2&hsa_ver=3", "https://a.example/b"),
      (
        "https://twitter.com/a/status/1?ref_url=https://b.example/",
        "https://twitter.com/a/status/1"
      ),
      ("https://youtu.be/a?si=1", "https://youtu.be/a"),
      ("https://open.spotify.com/track/a?si=1", "https://open.spotify.com/track/a"),
      ("https://x.com/a/status/1?s=20&t=b", "https://x.com/a/status/1"),
      ("https://example.org/a#:~:text=b,c", "https://example.org/a"),
      ("https://example.org/a#See_also:~:text=b", "https://example.org/a"),
      ("https://example.org/a#section-2.1", "https://example.org/a"),
      ("https://example.org/a#L10", "https://example.org/a"),
      ("https://example.org/a#comment-123456789", "https://example.org/a"),
    ])
  func folds(address: String, folded: String) throws {
    #expect(try key(address) == folded)
    #expect(try key(folded) == folded)
  }

  @Test(
    "addresses that may lead elsewhere have different keys",
    arguments: [
      ("https://example.org/a", "http://example.org/a"),
      ("https://example.org/a", "https://example.org:8443/a"),
      ("https://example.org/a", "https://example.org/A"),
      ("https://Ann:x@example.org/", "https://ann:x@example.org/"),
      ("https://example.org/a?b=1", "https://example.org/a?B=1"),
      ("https://example.org/a?si=1", "https://example.org/a?si=2"),
      ("https://example.org/a?s=1", "https://example.org/a?s=2"),
      // Primary keys, items, coordinates and other things whose names begin like those of campaigns.
      ("https://example.org/a?pk_id=1", "https://example.org/a?pk_id=2"),
      ("https://example.org/a?itm_no=7", "https://example.org/a?itm_no=8"),
      ("https://example.org/a?utm_zone=32", "https://example.org/a?utm_zone=33"),
      ("https://example.org/a?hsa_plan=1", "https://example.org/a?hsa_plan=2"),
      ("https://example.org/a?mtm_station=1", "https://example.org/a?mtm_station=2"),
      ("https://example.org/a?matomo_version=4", "https://example.org/a?matomo_version=5"),
      ("https://example.org/a?piwik_site=1", "https://example.org/a?piwik_site=2"),
      ("https://example.org/a?ref_url=b.example", "https://example.org/a?ref_url=c.example"),
      ("https://example.org/a?q=utm_source", "https://example.org/a?q="),
      ("https://example.org/a%2Fb", "https://example.org/a/b"),
      ("https://example.org/?q=a%2Bb", "https://example.org/?q=a+b"),
      ("https://example.org//", "https://example.org/"),
      ("https://example.org/a;b=1", "https://example.org/a;b=2"),
      // Lists, and parameters identified by their position.
      ("https://example.org/?a=1&a=2", "https://example.org/?a=2&a=1"),
      ("https://example.org/?a=1&b=1&a=2", "https://example.org/?a=2&b=1&a=1"),
      ("https://example.org/?a[]=1&a[]=2", "https://example.org/?a%5B%5D=2&a%5B%5D=1"),
      (
        "https://example.org/?a[][x]=1&a[][y]=2&a[][x]=3",
        "https://example.org/?a[][x]=1&a[][x]=3&a[][y]=2"
      ),
      ("https://example.org/?x&y", "https://example.org/?y&x"),
      // Routes and states.
      ("https://example.org/b#/a", "https://example.org/b#/c"),
      ("https://example.org/b#!a", "https://example.org/b#!c"),
      ("https://example.org/b#json=a", "https://example.org/b#json=c"),
      ("https://example.org/b#room=a,k", "https://example.org/b#room=c,k"),
      ("https://example.org/b#inbox/a", "https://example.org/b#inbox/c"),
      ("https://example.org/b#map=5/1/1", "https://example.org/b#map=5/1/2"),
      ("https://example.org/b#code/A", "https://example.org/b#code/B"),
      ("https://example.org/b#G1aB2", "https://example.org/b#G1aB3"),
      ("https://example.org/b#3;4", "https://example.org/b#3;5"),
      ("https://example.org/b#N4IgJg9gL", "https://example.org/b#N4IgJg9gM"),
      ("https://example.org/b#%7B%7D", "https://example.org/b"),
      ("https://example.org/#inbox", "https://example.org/#sent"),
    ])
  func keeps(one: String, other: String) throws {
    #expect(try key(one) != key(other))
  }
}
