import Markup

/// The words that lines beside an article begin with or contain, in the languages of most pages.
enum BoilerplatePhrases {
  /// What begins lines that lead to other pages, credit images, or name tags and dates.
  static let beginnings = Phrases(
    """
    read also|also read|read more|read next|see also|related|more from|more on|more about|you may also|\
    you might also|don't miss|watch:|listen:|click here|for more|continue reading|\
    lesen sie|lies auch|lies mehr|lest auch|mehr zum thema|mehr zu|mehr dazu|mehr aus|mehr lesen|\
    mehr themen|auch interessant|das könnte|dies könnte|weiterlesen|zum weiterlesen|\
    weitere artikel|weitere beiträge|weitere themen|weitere meldungen|passend dazu|passend zum thema|siehe auch|zum thema|\
    ähnliche|verwandte|zum artikel|hier geht es|hier geht's|>>|»|\
    lire aussi|à lire|a lire|voir aussi|lire la suite|sur le même|\
    lea también|lee también|lea además|vea también|ver también|te puede interesar|le puede interesar|puede leer|mira también|temas relacionados|\
    leggi anche|leggi tutto|vedi anche|leia também|leia mais|veja também|saiba mais|\
    czytaj|przeczytaj|zobacz|polecamy|więcej na ten temat|więcej informacji|\
    lees ook|lees meer|läs också|läs även|läs mer|les også|les mer|læs også|læs mere|lue myös|\
    čtěte|přečtěte|читайте|читать|смотрите|\
    ©|copyright|(c)|all rights|alle rechte|wszelkie prawa|tous droits|todos los derechos|\
    photo:|photo by|photos:|photo credit|photograph:|image:|images:|image credit|credit:|credits:|picture:|\
    foto:|fotos:|foto ©|foto von|bild:|bilder:|bild ©|bildquelle|bildnachweis|titelbild|beitragsbild|symbolbild|\
    archivbild|quelle:|quellen:|source:|sources:|fuente:|fot.|źródło|crédit|crédito|zdjęcie|video:|\
    tags|tag:|tagged|schlagworte|schlagwörter|stichwörter|stichworte|themen:|kategorie|kategorien|category|categories|\
    filed under|posted in|posted by|posted on|published:|published on|published by|published in|last updated|updated:|\
    veröffentlicht|erstellt am|verfasst von|geschrieben von|dieser beitrag wurde|dieser eintrag wurde|dieser artikel|\
    this entry|this post|this article|keywords|etiquetas|tagi|news date|autor:|author:|written by|von:|stand:|datum:|\
    share|teilen|teile|tweet|drucken|print|compartir|comparte|partager|udostępnij|condividi|compartilhe|gefällt|like this|\
    comments|comment|no comments|kommentare|keine kommentare|kommentar|leave a|schreibe einen|kommentieren|hinterlasse|\
    join the conversation|comentarios|commentaires|komentarze|kommentarfeed|trackback|join the discussion|\
    subscribe|sign up|newsletter|abonnieren|abonniere|jetzt abonnieren|follow|folge|folgen sie|folgt|registrieren|anmelden|\
    log in|login|anzeige|werbung|*werbung|advertisement|reklama|publicidad|publicité|pubblicità|sponsored|\
    zurück|nach oben|back to top|next:|previous:|nächster|vorheriger|suggested citation|zitiervorschlag|\
    über den autor|über die autorin|about the author|zur person|kontakt:|pressekontakt|empfohlen|empfehlung|\
    top-themen|meistgelesen|most read|most popular|popular|trending|recommended|zugehörige|download:|downloads|\
    if you enjoyed|wenn dir|wenn ihnen|hat ihnen|hat dir|wie hat|war dieser|was this|did you|help us|unterstütze|support
    """)

  /// What only lines beside an article contain, if they're short and at its end or beginning.
  static let contents = Phrases(
    """
    newsletter|cookies|privacy policy|datenschutz|subscribe|abonnier|abonnement|follow us|folgen sie uns|folge uns|\
    folgt uns|on facebook|auf facebook|on twitter|auf twitter|instagram|whatsapp|youtube|\
    all rights reserved|alle rechte|copyright|©|haftung|javascript|your browser|sign up|log in|creative commons|\
    our app|download the|unsere app|permalink|trackback|rss|kommentar|leave a comment|is a freelance|\
    e-mail:|tel.:|telefon:|suscríbete|suscribirse|síguenos|abonnez|subskryp|prenumer|iscriviti|
    """)
}

/// Phrases in lower case, by their first letters.
struct Phrases {
  private let table: [[[UInt8]]]

  /// - Parameter list: the phrases with bars between them.
  init(_ list: String) {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for phrase in list.split(separator: "|") {
      let bytes = Array(phrase.utf8)
      guard let first = bytes.first else { continue }
      table[Int(first)].append(bytes)
    }
    self.table = table
  }

  /// Whether a text in lower case begins with one of the phrases, at the end of a word.
  func begin(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return false }
    return table[Int(first)].contains { phrase in
      text.starts(with: phrase) && Self.isEnd(text, phrase)
    }
  }

  private static func isEnd(_ text: [UInt8], _ phrase: [UInt8]) -> Bool {
    guard let last = phrase.last, last &- 0x61 < 26, text.count > phrase.count else { return true }
    let next = text[phrase.count]
    return !(next &- 0x61 < 26 || next >= 0x80)
  }

  /// Whether a text in lower case contains one of the phrases.
  func isContained(in text: [UInt8]) -> Bool {
    for place in text.indices {
      let phrases = table[Int(text[place])]
      if !phrases.isEmpty, phrases.contains(where: { text[place...].starts(with: $0) }) {
        return true
      }
    }
    return false
  }
}
