import Links
import Testing

struct SavedFilterTests {
  @Test("every word for a state is known")
  func stateWords() {
    #expect(SavedFilter.stateWords.count == 13 && SavedFilter.stateWords.first == "is:dead")
    for word in SavedFilter.stateWords {
      #expect(SavedFilter(word).unknownWords.isEmpty && !SavedFilter(word).isEmpty)
      #expect(SavedFilter("-\(word)").hasOnlyExclusions)
      #expect(!SavedFilter("-x \(word)").hasOnlyExclusions)
    }
  }

  @Test("a filter with a relative date is the same value at any time")
  func value() {
    #expect(SavedFilter("after:7d") == SavedFilter("after:7d"))
    #expect(SavedFilter("after:7d") != SavedFilter("after:8d"))
  }
}
