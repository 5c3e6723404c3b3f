import Markup

/// A day in the visible text of a page.
struct VisibleDate: Hashable {
  var day: WrittenDay
  /// The position of the date in the page's visible text, in bytes.
  var position: Int
  /// Whether an element's class or id marks the text as a date.
  var isMarked: Bool
  /// Whether a word before the date labels it as a publication, as in `Published on`.
  var isLabelled: Bool
  /// Whether the text labels the day as the day of a change.
  var isOfChange: Bool
  /// The number of other words on the date's line.
  var otherWords: Int
}

/// The meaning of a date, according to the words before it.
enum DateLabel {
  case publication, change, other

  /// - Parameter text: the text before the date, in lower case.
  init?(_ text: String) {
    // Most dates have no words before them.
    guard text.utf8.contains(where: { $0 | 0x20 > 0x60 }) else { return nil }
    func has(_ words: [StaticString]) -> Bool { words.contains { text.containsBytes($0) } }
    if has(Self.others) {
      self = .other
    } else if has(Self.changes) {
      self = .change
    } else if has(Self.publications) {
      self = .publication
    } else {
      return nil
    }
  }

  private static let publications: [StaticString] = [
    "publi", "posted", "written on", "date:", "erstellt", "veröffentlich", "geschrieben",
    "datum:", "fecha:", "pubblicat", "data:", "dodano", "utworzono", "opubl", "опубл", "размещено",
    "дата", "掲載", "公開", "投稿", "配信", "日付", "日時", "发布", "發布", "發佈", "发表", "發表",
    "时间", "時間", "日期", "게시", "입력", "등록", "نشر",
  ]

  private static let changes: [StaticString] = [
    "updat", "modifi", "revis", "edited", "changed", "aktualis", "geändert", "änderung", "stand:",
    "stand ", "mis à jour", "mise à jour", "actualiz", "aggiorna", "aktualiz", "обновл", "измен",
    "更新", "修改", "最終", "수정",
  ]

  /// Labels of days that aren't the page's dates.
  private static let others: [StaticString] = [
    "©", "copyright", "born", "birth", "geboren", "joined", "member since", "registered",
    "registriert", "anmeld", "mitglied", "deadline", "expire", "until", "valid", "gültig", "bis ",
    "accessed", "retrieved", "abgerufen", "event", "starts", "beginn", "due",
  ]
}
