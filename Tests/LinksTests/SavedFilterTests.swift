import Links
import Testing

struct SavedFilterTests {
  @Test("every word for a state is known")
  func stateWords() {
    #expect(SavedFilter.stateWords.count == 13 && SavedFilter.stateWords.first == "is:unread")
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

  @Test("a filter with a relative date is the same value at any time")
  func value() {
    #expect(SavedFilter("after:7d") == SavedFilter("after:7d"))
    #expect(SavedFilter("after:7d") != SavedFilter("after:8d"))
  }
}
