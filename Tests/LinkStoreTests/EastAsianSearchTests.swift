import Bookmarks
import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// Finding and sorting Japanese and Chinese links.
struct EastAsianSearchTests {
  /// The ids are from 1 on.
  private static let links: [(title: String, text: String?)] = [
    ("日本語の入門チュートリアル", "プログラミングのガイドです。"),  // 1
    ("ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ ｶﾞｲﾄﾞ", nil),  // 2
    ("Ｓｗｉｆｔ６入門", "Ｒｕｓｔより速い。ﾃｽﾄﾞ。"),  // 3
    ("たべものガイド・東京", nil),  // 4
    ("学习编程语言的方法", "机器学习是人工智能的一个分支，深度学习也是。"),  // 5
    ("Plain English", "Nothing else"),  // 6
    ("ＦＡＱ rust", "ひらがなのぶん"),  // 7
    ("機器學習導論", nil),  // 8
  ]

  @Test(
    "any width and any kana finds any other",
    arguments: [
      // Titles.
      ("ちゅーとりある", [1]), ("ﾁｭｰﾄ", [1]), ("チュート", [1]), ("ぷろぐらみんぐ", [2, 1]), ("プログラミング", [2, 1]),
      ("ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ", [2, 1]), ("ふろくらみんく", []), ("がいど", [4, 2, 1]), ("ガイド", [4, 2, 1]),
      ("ｶﾞｲﾄﾞ", [4, 2, 1]), ("か\u{3099}いと\u{3099}", [4, 2, 1]), ("かいと", []), ("タベモノ", [4]),
      ("\"たべもの\"", [4]), ("\"がいど\"", [4, 2, 1]), ("ガイド・東京", [4]), ("とうきょう", []),
      ("swift", [3]), ("ｓｗｉ", [3]), ("ＳＷＩＦＴ", [3]), ("swift6入門", [3]), ("faq", [7]), ("ｆａｑ", [7]),
      ("ｐｌａｉｎ", [6]), ("Ｒｕｓｔ", [7, 3]), ("ru", [7, 3]), ("rus", [7, 3]),
      // Texts.
      ("text:がいど", [1]), ("text:ｶﾞｲﾄﾞ", [1]), ("text:\"プログラミングの\"", [1]), ("text:rust", [3]),
      ("text:テスド", [3]), ("text:ヒラガナ", [7]), ("text:ﾋﾗｶﾞﾅ", [7]), ("ヒラガナ faq", [7]),
      // Excluded.
      ("入門 -swift", [1]), ("入門 -ｽｳｨﾌﾄ", [3, 1]), ("ガイド -プログラミング", [4]), ("rust -ＦＡＱ", [3]),
      // Words of one and two characters inside Chinese and Japanese text.
      ("习", [5]), ("学", [5]), ("学习", [5]), ("编程", [5]), ("语", [5]), ("方法", [5]), ("智能", [5]),
      ("text:习", [5]), ("text:学习", [5]), ("text:深度", [5]), ("學習", [8]), ("机器", [5]), ("機", [8]),
      ("入", [3, 1]), ("門", [3, 1]), ("东", []), ("入門　swift", [3]), ("的 -方", []),
    ] as [(String, [SavedLink.ID])])
  func finds(text: String, expected: [SavedLink.ID]) async throws {
    try await ArticleStore.with(Self.links) { kept in
      let newest = try await kept.ids(text)
      let best = try await kept.ids(text, sort: .relevance)
      #expect(newest == expected && Set(best) == Set(expected))
    }
  }

  @Test("a word inside more different texts than one query holds is found in all of them")
  func many() async throws {
    let links = (1...1_001).map { ("第\($0)章的机器学习", String?.none) }
    try await ArticleStore.with(links) { kept in
      for filter in ["学习", "学", "机器 学习", "\"学习\"", "的"] {
        let ids = try await kept.ids(filter)
        #expect(ids.count == 1_001, "\(filter)")
      }
      let excluded = try await kept.ids("第9 -学习")
      #expect(excluded.isEmpty)
      let others = try await kept.ids("-学习 -x")
      #expect(others.isEmpty)
      let one = try await kept.ids("学习 第1001章")
      #expect(one == [1_001])
    }
  }

  @Test("an excerpt shows a word in another kana and width")
  func excerpts() async throws {
    try await ArticleStore.with(Self.links) { kept in
      for filter in ["がいど", "ｶﾞｲﾄﾞ"] {
        let excerpts = try await kept.store.excerpts(of: [1], filter: SavedFilter(filter))
        #expect(excerpts[1]?.text.contains("ガイド") == true)
      }
    }
  }

  // MARK: - Sorting

  private static let titles = [
    "Zebra", "apple", "Äpfel", "上海", "北京", "阿", "一", "カナ", "かに", "広島", "亜", "banana", "Über", "10",
  ]

  @Test(
    "titles are in the order of the reader's language, and for scripts always in the same one",
    arguments: [
      (.simplifiedChinese, "10 阿 北京 広島 上海 亜 一 Äpfel apple banana Über Zebra カナ かに"),
      (.traditionalChinese, "10 一 上海 北京 広島 亜 阿 Äpfel apple banana Über Zebra カナ かに"),
      (.japanese, "10 Äpfel apple banana Über Zebra カナ かに 亜 阿 一 広島 上海 北京"),
      (.german, "10 Äpfel apple banana Über Zebra カナ かに 一 上海 亜 北京 広島 阿"),
      (.english, "10 Äpfel apple banana Über Zebra カナ かに 一 上海 亜 北京 広島 阿"),
      (nil, "10 apple banana Zebra Äpfel Über かに カナ 一 上海 亜 北京 広島 阿"),
    ] as [(Language?, String)])
  func sorts(language: Language?, expected: String) async throws {
    try await ArticleStore.with(Self.titles.map { ($0, nil) }) { kept in
      for sort in [SavedSort.title, .site] {
        var query = SavedQuery(sort: sort)
        query.titleLanguage = language
        let listing = try await kept.store.list(query, rows: 99)
        let titles = listing.firstLinks.compactMap(\.metadata.title)
        #expect(titles.joined(separator: " ") == expected)
        // From the cache.
        let again = try await kept.store.list(query)
        #expect(again.ids == listing.ids)
      }
    }
  }

  @Test("links without a title and with equal ones are in the same order in every language")
  func ties() async throws {
    let titles = ["b", "a", "B", "a", ""]
    try await ArticleStore.with(titles.map { ($0, nil) }) { kept in
      var links = try await kept.store.links([5])
      links[0].metadata.title = nil
      try await kept.store.apply(.setMetadata([5: links[0].metadata]), at: Date())
      for language in [Language.english, .japanese, nil] {
        var query = SavedQuery(sort: .title)
        query.titleLanguage = language
        let ids = try await kept.store.list(query).ids
        #expect(Array(ids.prefix(2)) == [2, 4] && ids.last == 5)
        query.sort = .site
        let bySite = try await kept.store.list(query).ids
        #expect(bySite.first == 5)
      }
    }
  }
}
