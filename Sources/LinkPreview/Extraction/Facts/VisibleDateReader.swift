import Markup

/// Collects the dates that a page shows in short lines, such as its byline, and the position of the
/// headline. Used only for pages whose head has no date.
///
/// Long lines are prose, and their dates belong to the subject of the page.
struct VisibleDateReader {
  private(set) var dates: [VisibleDate] = []
  private(set) var headlines: [VisibleHeadline] = []
  private(set) var isReading = false

  /// The titles of the page, as keys.
  private var titles: [TextKey] = []
  /// The visible text so far, in bytes.
  private var position = 0
  private var line = TextLine()
  private var previousLine: [UInt8] = []
  /// The open elements that seem to hold a date.
  private var marks: [Mark] = []
  /// The outermost open element that isn't about the page.
  private var otherDepth: Int?
  private var heading: OpenHeading?
  /// The last line that may hold a date. It counts if a heading follows.
  private var pending: (bytes: [UInt8], position: Int)?
  private var linesRead = 0

  private struct Mark {
    var depth: Int
    var start: Int
    var isOfChange: Bool
    /// The date in an attribute, shown when readers hover over the text.
    var tooltip: String?
  }

  private struct OpenHeading {
    var depth: Int
    var isFirstLevel: Bool
    var start: Int
    var text: [UInt8] = []
  }

  /// The maximum numbers of lines with a date and of headings to read. Articles have a few, lists
  /// have many.
  private static let lineLimit = 24
  private static let headingLimit = 24

  /// The distance from a heading up to which lines without a mark count.
  private static let neighbourhood = 800

  /// The number of bytes to read after the headline, with and without a date near it.
  private static let nearby = 1_500
  private static let reach = 6_000
  /// The number of bytes to read without a headline.
  private static let limit = 10_000

  /// The bytes of text within an element that its class describes.
  private static let markReach = 150

  mutating func begin() { isReading = true }

  /// Adds a title of the page, by which its headline is recognised.
  mutating func addTitle(_ title: String) {
    let key = TextKey(title)
    if key.bytes.count > 3 { titles.append(key) }
  }

  mutating func end() { isReading = false }

  var wantsText: Bool { isReading && (otherDepth == nil || heading != nil) }

  mutating func elementStarted(_ element: ElementName, _ attributes: Attributes, depth: Int) {
    endLine()
    switch element {
    case .h1, .h2, .h3:
      if heading == nil, headlines.count < Self.headingLimit {
        heading = OpenHeading(depth: depth, isFirstLevel: element == .h1, start: position)
        if let (bytes, place) = pending, position - place < Self.markReach {
          add(TextLine.string(bytes), at: place, isMarked: false, isOfChange: false)
        }
        pending = nil
      }
    case .footer, .nav, .aside: otherDepth = otherDepth ?? depth
    default: break
    }
    let hint = attributes.bylineHint
    let isMarked = hint.isDate || hint.isChange || element == .time
    if hint.isElsewhere || isMarked && hint.isNow {
      otherDepth = otherDepth ?? depth
    } else if isMarked, marks.count < 16 {
      let tooltip = attributes["title"] ?? attributes["datetime"] ?? attributes["content"]
      marks.append(
        Mark(
          depth: depth, start: position, isOfChange: hint.isChange,
          tooltip: tooltip.flatMap { $0.utf8.count < 60 ? $0 : nil }))
    }
  }

  mutating func elementEnded(depth: Int) {
    endLine()
    if let last = marks.indices.last, marks[last].depth == depth {
      let mark = marks.removeLast()
      // Many pages show the age of a post, with its date as a tooltip.
      if otherDepth == nil, dates.last.map({ $0.position < mark.start }) != false,
        position - mark.start < Self.markReach, let tooltip = mark.tooltip
      {
        add(tooltip, at: mark.start, isMarked: true, isOfChange: mark.isOfChange)
      }
    }
    if otherDepth == depth { otherDepth = nil }
    if heading?.depth == depth, let heading {
      self.heading = nil
      endHeading(heading)
    }
  }

  mutating func textRead(_ text: TextToken) { line.append(text.bytes) }

  /// Reads the line that has just ended.
  mutating func endLine() {
    guard line.length > 0 else { return }
    defer {
      position += line.length
      swap(&previousLine, &line.bytes)
      line.clear()
      if hasReadEnough { end() }
    }
    heading?.text.append(contentsOf: line.bytes)
    guard otherDepth == nil, !line.isLong, line.mayHoldDate else {
      return
    }
    if let mark = marks.last, position - mark.start < Self.markReach {
      add(
        line.string, at: position, isMarked: true, isOfChange: mark.isOfChange)
    } else if heading == nil {
      let isNear = headlines.last.map { position - $0.end < Self.neighbourhood } == true
      if isNear { add(line.string, at: position, isMarked: false, isOfChange: false) }
      pending = isNear ? nil : (line.bytes, position)
    }
  }

  private var hasReadEnough: Bool {
    guard let headline = headlines.last(where: \.isOfTitle) else { return position > Self.limit }
    let distance = position - headline.end
    guard distance > Self.nearby else { return false }
    return distance > Self.reach
      || dates.contains { (headline.start...headline.end + 400).contains($0.position) }
  }

  private mutating func add(
    _ text: String, at position: Int, isMarked: Bool, isOfChange: Bool
  ) {
    guard linesRead < Self.lineLimit else { return }
    linesRead += 1
    let written = WrittenDays(in: text)
    guard let day = written.days.first else { return }
    let label = DateLabel(text.lowercased()) ?? labelBefore
    // Two days or times are a period, as of an event.
    let isPeriod = written.times > 1 || written.days.count > 1
    if label == .other || isPeriod && (label == nil || !isMarked) { return }
    dates.append(
      VisibleDate(
        day: day, position: position, isMarked: isMarked, isLabelled: label == .publication,
        isOfChange: isOfChange || label == .change, otherWords: written.otherWords))
  }

  /// The label of a date on the line before it, as in a table with a column of labels.
  private var labelBefore: DateLabel? {
    guard previousLine.count < 40 else { return nil }
    let text = TextLine.string(previousLine).lowercased()
    let label = DateLabel(text)
    return label == .other && !text.contains(":") ? nil : label
  }

  private mutating func endHeading(_ heading: OpenHeading) {
    let key = TextKey(TextLine.string(heading.text))
    guard !key.bytes.isEmpty else { return }
    let isOfTitle = titles.contains { key.isHeadline(ofTitle: $0) }
    headlines.append(
      VisibleHeadline(
        length: key.bytes.count, isOfTitle: isOfTitle, isFirstLevel: heading.isFirstLevel,
        start: heading.start, end: position))
    // Text around the headline is about the page, whatever its class says.
    if isOfTitle { otherDepth = nil }
  }
}

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
