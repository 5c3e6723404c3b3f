/// Counts the words of a text.
enum WordCount {
  static func words(in text: String) -> Int {
    var count = 0
    var isInWord = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if value < 0x80 {
        let isLetter = (value | 0x20) &- 0x61 < 26 || value &- 0x30 < 10
        // An apostrophe, a dot or a hyphen doesn't end a word.
        if isLetter {
          if !isInWord { count += 1 }
          isInWord = true
        } else if value <= 0x20 {
          isInWord = false
        }
      } else if (0x2E80...0x9FFF).contains(value) || (0x20000...0x3FFFF).contains(value) {
        if scalar.properties.isAlphabetic { count += 1 }
        isInWord = false
      } else if value >= 0xA0, !(0x2000...0x206F).contains(value) {
        if !isInWord, scalar.properties.isAlphabetic {
          count += 1
          isInWord = true
        }
      }
    }
    return count
  }
}
