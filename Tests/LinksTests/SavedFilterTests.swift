import Links
import Testing

struct SavedFilterTests {
  @Test("every word for a state is known")
  func stateWords() {
    #expect(SavedFilter.stateWords.count == 12 && SavedFilter.stateWords.first == "is:unread")
    for word in SavedFilter.stateWords {
      #expect(SavedFilter(word).unknownWords.isEmpty && !SavedFilter(word).isEmpty)
      #expect(SavedFilter("-\(word)").hasOnlyExclusions)
      #expect(!SavedFilter("-x \(word)").hasOnlyExclusions)
    }
  }

  @Test("every word of the language is in the table, and each is understood")
  func words() {
    let examples = SavedFilter.words.map(\.example)
    // has:note says the same as is:noted.
    #expect(Set(SavedFilter.stateWords).subtracting(examples) == ["is:noted"])
    #expect(Set(examples).count == examples.count)
    for word in SavedFilter.words {
      let filter = SavedFilter(word.example)
      #expect(!filter.isEmpty && filter.unknownWords.isEmpty, "\(word.example)")
      #expect(word.example.hasPrefix(word.text) && !word.meaning.isEmpty)
    }
  }

  @Test(
    "a site is found by its host in any form that a browser shows or copies",
    arguments: [
      ("www.bbc.co.uk", "bbc.co.uk"), ("WWW.BBC.co.uk", "bbc.co.uk"), ("bbc.co.uk/", "bbc.co.uk"),
      ("bbc.co.uk.", "bbc.co.uk"), ("host.example:8443", "host.example"),
      ("host.example:", "host.example"), ("xn--mnchen-3ya.example", "münchen.example"),
      ("www.XN--MNCHEN-3ya.example:80", "münchen.example"), ("[::1]:8080", "::1"),
      ("https://www.bbc.co.uk/news?a#b", "bbc.co.uk"), ("http://a.example:81", "a.example"),
      // What's still being typed, and words of a host.
      ("xn--mn", "xn--mn"), ("github", "github"), ("co.uk", "co.uk"), ("www", "www"),
    ])
  func site(typed: String, host: String) {
    for (sign, end) in [("", ""), ("-", ""), ("\"", "\"")] {
      let word = sign == "-" ? "-site:\(typed)" : "site:\(sign)\(typed)\(end)"
      let term = SavedFilter(word).terms.first
      #expect(term?.scope == .host && term?.text == host, "\(word)")
    }
    #expect(SavedFilter("site:\(typed)").contains(SavedFilter("site:\(host)")))
  }

  @Test("a filter with a relative date is the same value at any time")
  func value() {
    #expect(SavedFilter("after:7d") == SavedFilter("after:7d"))
    #expect(SavedFilter("after:7d") != SavedFilter("after:8d"))
  }
}
