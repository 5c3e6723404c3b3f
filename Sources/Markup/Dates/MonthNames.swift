/// The names of months in the languages that pages commonly use in dates.
enum MonthNames {
  /// Returns the month, 1 to 12, or nil if the word isn't a month. Accepts abbreviations of three
  /// letters or more, and therefore some words that aren't months. Use it for text that's known to
  /// be a date.
  static func month(_ word: String) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    if let month = exact[word] { return month }
    guard word.count >= 3 else { return nil }
    return prefixes.first { word.hasPrefix($0.0) }?.1
  }

  /// Returns the month if the word is exactly its name or its usual abbreviation.
  static func exactMonth(_ word: String) -> Int? { exact[word] }

  /// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian.
  private static let prefixes: [(String, Int)] = [
    ("jan", 1), ("jän", 1), ("ene", 1), ("gen", 1), ("sty", 1), ("янв", 1), ("janv", 1),
    ("feb", 2), ("fév", 2), ("fev", 2), ("lut", 2), ("фев", 2),
    ("mars", 3), ("march", 3), ("mär", 3), ("marz", 3), ("maart", 3), ("març", 3), ("мар", 3),
    ("apr", 4), ("avr", 4), ("abr", 4), ("kwi", 4), ("апр", 4), ("maio", 5), ("mayo", 5),
    ("magg", 5),
    ("juin", 6), ("jun", 6), ("giu", 6), ("cze", 6), ("июн", 6),
    ("juil", 7), ("jul", 7), ("lug", 7), ("lip", 7), ("июл", 7),
    ("aug", 8), ("aoû", 8), ("aou", 8), ("ago", 8), ("sie", 8), ("авг", 8),
    ("sep", 9), ("set", 9), ("wrz", 9), ("сен", 9),
    ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("paź", 10), ("окт", 10),
    ("nov", 11), ("lis", 11), ("ноя", 11),
    ("dec", 12), ("dez", 12), ("déc", 12), ("dic", 12), ("gru", 12), ("дек", 12),
  ]

  /// The names of each month, one line for each group of languages: English and German; French,
  /// Spanish, Italian, Portuguese, Romanian; Dutch and Scandinavian; Polish and Czech; Russian,
  /// Ukrainian, Bulgarian; Greek, Turkish, Hungarian, Finnish, Indonesian; Arabic and Hebrew.
  private static let names = [
    """
    january jan januar jän jänner jänn
    janvier janv enero ene gennaio gen janeiro ianuarie ian
    januari
    stycznia styczeń sty ledna leden
    января январь янв січня януари
    ιανουαρίου ιαν ocak január tammikuuta
    يناير ינואר
    """,
    """
    february feb febr februar feber
    février févr fév fevrier febrero febbraio fevereiro fev februarie
    februari
    lutego luty lut února únor
    февраля февраль фев февр лютого февруари
    φεβρουαρίου φεβ şubat február helmikuuta
    فبراير פברואר
    """,
    """
    march mar märz mär mrz marz
    mars marzo março martie
    maart mrt marts
    marca marzec března březen
    марта март мар березня
    μαρτίου μαρ mart március maaliskuuta maret
    مارس מרץ
    """,
    """
    april apr
    avril avr abril abr aprile aprilie
    apríl
    kwietnia kwiecień kwi dubna duben
    апреля апрель апр квітня април
    απριλίου απρ nisan április huhtikuuta
    أبريل ابريل إبريل אפריל
    """,
    """
    may mai
    mayo maggio mag maio
    mei maj
    maja května květen
    мая май травня
    μαΐου μαΐ mayıs május toukokuuta
    مايو מאי
    """,
    """
    june jun juni
    juin junio giugno giu junho iunie
    juni
    czerwca czerwiec cze června červen
    июня июнь июн червня юни
    ιουνίου ιουν haziran június kesäkuuta
    يونيو يونيه יוני
    """,
    """
    july jul juli
    juillet juil julio luglio lug julho iulie
    juli
    lipca lipiec lip července červenec
    июля июль июл липня юли
    ιουλίου ιουλ temmuz július heinäkuuta
    يوليو يوليه יולי
    """,
    """
    august aug
    août aout agosto ago
    augustus augusti
    sierpnia sierpień sie srpna srpen
    августа август авг серпня
    αυγούστου αυγ ağustos augusztus elokuuta agustus
    أغسطس اغسطس אוגוסט
    """,
    """
    september sep sept
    septembre septiembre setiembre settembre set setembro septembrie
    septiembre
    września wrzesień wrz září
    сентября сентябрь сен сент вересня септември
    σεπτεμβρίου σεπ eylül szeptember syyskuuta
    سبتمبر ספטמבר
    """,
    """
    october oct oktober okt
    octobre octubre ottobre ott outubro octombrie
    oktober
    października październik paź října říjen
    октября октябрь окт жовтня октомври
    οκτωβρίου οκτ ekim október lokakuuta
    أكتوبر اكتوبر אוקטובר
    """,
    """
    november nov
    novembre noviembre novembro noiembrie
    november
    listopada listopad lis
    ноября ноябрь ноя нояб листопада ноември
    νοεμβρίου νοε kasım marraskuuta
    نوفمبر נובמבר
    """,
    """
    december dec dezember dez
    décembre déc decembre diciembre dic dicembre dezembro decembrie
    desember
    grudnia grudzień gru prosince prosinec
    декабря декабрь дек грудня декември
    δεκεμβρίου δεκ aralık joulukuuta
    ديسمبر דצמבר
    """,
  ]

  private static let exact: [String: Int] = {
    var months: [String: Int] = [:]
    for (index, names) in names.enumerated() {
      for name in names.split(whereSeparator: \.isWhitespace) { months[String(name)] = index + 1 }
    }
    return months
  }()
}
