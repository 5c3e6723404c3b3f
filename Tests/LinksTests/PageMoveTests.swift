import Foundation
import Links
import Markup
import Testing

/// Permanent redirects that are moves, and those that can't be.
struct PageMoveTests {
  private func move(_ page: String, _ target: String) throws -> PageMove {
    PageMove(from: try #require(WebAddress(page)), to: try #require(URL(string: target)))
  }

  @Test(
    "a page moves to another page",
    arguments: [
      ("http://a.example/x", "https://a.example/x"), ("https://a.example/x", "https://b.example/y"),
      ("https://a.example/", "https://www.b.example/"),
      ("http://a.example/index.html", "https://a.example/"),
      ("https://a.example/en/", "https://a.example/"),
      ("https://a.example/", "https://a.example/de-at/"),
      ("https://a.example/x", "https://a.example/ok"),
      ("https://a.example/en/x", "https://a.example/it"),
      ("https://a.example/?p=12", "https://a.example/2024/a-page"),
      ("https://a.example/x", "https://a.example/?p=12"),
      ("https://a.example/x", "https://a.example/#/x"),
      ("https://a.example/#/inbox", "https://mail.example/#/inbox"),
      ("https://a.example/docs/login", "https://a.example/manual/login"),
      ("https://login.a.example/x", "https://sign-in.a.example/x"),
      ("https://a.example/x", "https://a.example/blog/how-to-login-faster"),
      ("https://a.example/x", "https://a.example/index/y"),
      ("https://a.example/x", "https://a.example/home/y"),
    ])
  func moves(page: String, target: String) throws {
    #expect(try !move(page, target).leadsAstray)
  }

  @Test(
    "a page doesn't move to a front page or a login",
    arguments: [
      ("https://a.example/x", "https://a.example/"), ("https://a.example/x", "https://a.example"),
      ("https://a.example/x", "https://www.a.example/?utm_source=gone"),
      ("https://a.example/x", "https://b.example/"),
      ("https://a.example/x?y=1", "http://a.example/index.php"),
      ("https://a.example/en/x", "https://a.example/en/"),
      ("https://a.example/x", "https://a.example/en-US/home"),
      ("https://a.example/?p=12", "https://a.example/"),
      // The redirect has no fragment, so that of the page stays.
      ("https://a.example/x#part", "https://a.example/#part"),
      ("https://a.example/x", "https://a.example/login?next=/x"),
      ("https://a.example/x", "https://a.example/wp-login.php"),
      ("https://a.example/x", "https://a.example/users/sign_in"),
      ("https://a.example/x", "https://login.b.example/x"),
      ("https://a.example/x", "https://a.example/w/index.php?title=Special%3AUserLogin"),
    ])
  func strays(page: String, target: String) throws {
    #expect(try move(page, target).leadsAstray)
  }

  @Test("pages of a host share a target, wherever on it they lead")
  func shared() throws {
    let one = try move("https://a.example/1", "https://b.example/new")
    for (page, target, isShared) in [
      ("http://www.a.example/2", "https://b.example/new#top", true),
      ("https://a.example/2#x", "https://b.example/new/?utm_source=x#x", true),
      ("https://a.example/2", "https://b.example/newer", false),
      ("https://c.example/2", "https://b.example/new", false),
    ] {
      let other = try move(page, target)
      #expect((other.host == one.host && other.targetPage == one.targetPage) == isShared, "\(page)")
    }
    let spellings = [
      "http://a.example/1/", "https://www.a.example/1#x", "https://a.example/1?utm_id=1",
    ]
    for page in spellings {
      #expect(try move(page, "https://b.example/").pageOnHost == one.pageOnHost)
    }
    #expect(try move("https://a.example/1?p=2", "https://b.example/").pageOnHost != one.pageOnHost)
  }
}
