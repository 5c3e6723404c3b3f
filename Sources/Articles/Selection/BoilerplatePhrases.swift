import Markup

/// The phrases of lines beside an article, in the most frequent languages of pages.
enum BoilerplatePhrases {
  /// Beginnings of lines that lead to other pages, credit images or name tags, and of buttons.
  static let beginnings = Phrases(
    [otherPages, credits, tags, answers, subscriptions, surroundings].joined(separator: "|"))

  /// Beginnings of headings above boxes with other pages.
  static let ofBoxes = Phrases([otherPages, surroundings].joined(separator: "|"))

  /// Phrases about other pages to read.
  private static let otherPages = """
    read also|also read|read more|read next|see also|related|more from|more on|more about|\
    you may also|you might also|don't miss|click here|for more|continue reading|keep reading|\
    further reading|further information|more information|more stories|more articles|top stories|also see|\
    next article|previous article|lesen sie|lies auch|lies mehr|lest auch|mehr zum thema|mehr zu|\
    mehr dazu|mehr aus|mehr lesen|mehr themen|mehr infos|mehr informationen|weitere informationen|\
    weitere infos|auch interessant|das könnte|dies könnte|das könnten|sie könnten auch|\
    weiterlesen|zum weiterlesen|weiterführende|weitere artikel|weitere beiträge|weitere themen|\
    weitere meldungen|weitere nachrichten|passend dazu|passend zum thema|siehe auch|zum thema|\
    ähnliche|verwandte|zum artikel|hier geht es|hier geht's|lire aussi|à lire|a lire|voir aussi|\
    lire la suite|sur le même|pour aller plus loin|en savoir plus|plus d'informations|\
    articles similaires|articles liés|à voir aussi|à découvrir|vous aimerez|lea también|\
    lee también|lea además|leer más|lee más|vea también|ver también|ver más|te puede interesar|\
    le puede interesar|puede leer|mira también|temas relacionados|artículos relacionados|\
    noticias relacionadas|más información|más noticias|más sobre|sigue leyendo|también te|\
    también puedes|leggi anche|leggi tutto|leggi di più|leggi qui|vedi anche|guarda anche|\
    ti potrebbe|potrebbe interessarti|articoli correlati|approfondisci|per saperne di più|\
    leia também|leia mais|veja também|veja mais|saiba mais|confira também|você também|\
    artigos relacionados|notícias relacionadas|mais informações|czytaj|przeczytaj|zobacz|polecamy|\
    więcej na ten temat|więcej informacji|powiązane|podobne|sprawdź też|lees ook|lees meer|\
    lees verder|lees hier|bekijk ook|zie ook|gerelateerd|meer over|meer lezen|meer nieuws|\
    meer informatie|läs också|läs även|läs mer|se även|mer om|relaterade|relaterat|\
    mer information|les også|les mer|se også|relaterte|læs også|læs mere|mere om|relaterede|\
    lue myös|lue lisää|katso myös|aiheesta lisää|lisää aiheesta|čtěte|přečtěte|číst dál|číst více|\
    mohlo by vás|související|více o|více informací|viz také|čítajte|prečítajte|mohlo by vas|\
    súvisiace|olvassa el|olvasd el|kapcsolódó|további|ezt is|citește și|citiți și|citește mai|\
    vezi și|articole similare|mai multe|διαβάστε|δείτε|σχετικά|читайте|читать|смотрите|по теме|\
    подробнее|похожие|ещё по теме|материалы по теме|читай|дивіться|детальніше|ayrıca oku|\
    devamını oku|ilgili haber|daha fazla|benzer|関連|あわせて読みたい|続きを読む|こちらも|相关|延伸阅读|推荐阅读|阅读更多|관련|더 보기|\
    اقرأ|المزيد|مواضيع|>>|»|→
    """

  /// Phrases about rights and picture credits.
  private static let credits = """
    ©|copyright|(c)|all rights|alle rechte|wszelkie prawa|tous droits|todos los derechos|\
    todos os direitos|tutti i diritti|alle rechten|alla rättigheter|alle rettigheter|\
    alle rettigheder|kaikki oikeudet|všechna práva|všetky práva|minden jog|toate drepturile|\
    все права|всі права|tüm hakları|photo:|photos:|photo by|photo credit|photo courtesy|\
    photograph:|photography:|image:|images:|image by|image credit|image courtesy|image source|\
    credit:|credits:|picture:|pictures:|featured image|header image|cover image|getty images|\
    foto:|fotos:|foto ©|foto von|fotos von|fotocredit|bild:|bilder:|bild ©|bild von|bildquelle|\
    bildnachweis|bildrechte|bildmaterial|titelbild|beitragsbild|symbolbild|symbolfoto|archivbild|\
    archivfoto|grafik:|quelle:|quellen:|source:|sources:|crédit|crédits|photo d'illustration|\
    image d'illustration|fuente:|fuentes:|crédito|imagen:|imágenes:|foto de|fotografía:|imagem:|\
    fonte:|fonti:|immagine:|crediti|foto di|foto archivio|fot.|fot:|źródło|źródła|zdjęcie|\
    zdjęcia:|autor zdjęć|bron:|beeld:|bronnen:|källa|källor|bilde:|kilde|kilder|billede:|kuva:|\
    kuvat:|lähde|lähteet|zdroj|fotó:|kép:|forrás|sursa|sursă|πηγή|φωτ|фото:|фото|источник|джерело|\
    fotoğraf|kaynak|写真|画像|出典|来源|图片|사진|출처|المصدر|صورة
    """

  /// Phrases before tags and categories.
  private static let tags = """
    tags|tag:|tagged|keywords|categories|category|filed under|schlagworte|schlagwörter|\
    stichwörter|stichworte|kategorie|kategorien|abgelegt unter|étiquettes|mots-clés|mots clés|\
    catégorie|catégories|classé dans|etiquetas|categoría|categorías|palabras clave|etichette|\
    categoria|categorie|parole chiave|palavras-chave|tagi|kategoria|słowa kluczowe|trefwoorden|\
    categorieën|nyckelord|taggar|kategori|emneord|avainsanat|štítky|klíčová slova|címkék|címke|\
    etichete|ετικέτες|метки|теги|мітки|etiketler|タグ|カテゴリ|标签|分类|태그|الوسوم|تصنيف
    """

  /// Buttons to share and to reply.
  private static let answers = """
    share|tweet|pin it|email this|like this|like us|comments|no comments|leave a|post a comment|\
    add a comment|write a comment|join the conversation|join the discussion|trackback|pingback|\
    report an error|teilen|drucken|gefällt|diesen beitrag|diesen artikel|artikel teilen|\
    kommentare|keine kommentare|kommentar|schreibe einen|schreiben sie einen|kommentieren|\
    hinterlasse|diskutieren|artikel bewerten|fehler melden|partager|partagez|imprimer|\
    commentaires|commenter|aucun commentaire|laisser un|donnez votre|compartir|comparte|imprimir|\
    comentarios|comentar|deja un|deja tu|sin comentarios|condividi|stampa|commenti|lascia un|\
    nessun commento|scrivi un|compartilhe|compartilhar|partilhar|comentários|deixe um|comente|\
    udostępnij|podziel się|drukuj|komentarze|skomentuj|dodaj komentarz|brak komentarzy|deel dit|\
    deel op|afdrukken|reacties|reageer|geen reacties|plaats een|skriv ut|kommentera|kommentarer|\
    kommenter|lämna en|del på|legg igjen|skriv en|tulosta|kommentit|kommentoi|jätä|sdílet|\
    sdílejte|vytisknout|komentáře|přidat|zdieľa|megoszt|hozzászól|nyomtat|distribuie|comentarii|\
    lasă un|σχόλια|κοινοποί|поделиться|комментарии|комментировать|добавить комментарий|поділитися|\
    коментарі|paylaş|yorum|コメント|シェア|共有|评论|分享|댓글|공유|شارك|تعليق|print this|print article|print page|\
    comment (|zostaw komentarz|оставить комментарий|dela artikeln|dela på|dela den|del artikkelen|\
    jaa artikkeli
    """

  /// Requests to subscribe, follow, log in or pay.
  private static let subscriptions = """
    subscribe|sign up|newsletter|follow us|follow me|follow @|log in|login|join us|download:|\
    downloads|download the|get the app|support us|support our|become a|donate|advertisement|\
    sponsored|promoted|affiliate|disclaimer|disclosure|abonnieren|abonniere|jetzt abonnieren|\
    jetzt anmelden|jetzt registrieren|zum newsletter|unser newsletter|folgen sie|folgt|\
    registrieren|anmelden|anzeige|werbung|*werbung|unterstütze|transparenzhinweis|abonnez|\
    s'abonner|inscrivez|suivez|se connecter|publicité|soutenez|faites un don|suscríbete|\
    suscribirse|suscríbase|regístrate|síguenos|sigue a|iniciar sesión|publicidad|apóyanos|únete|\
    iscriviti|abbonati|seguici|accedi|pubblicità|sostieni|assine|inscreva|cadastre|publicidade|\
    zapisz się|subskryb|zaprenumeruj|obserwuj|zaloguj|reklama|wesprzyj|dołącz do|abonneer|\
    schrijf je in|meld je aan|volg ons|inloggen|advertentie|prenumerera|följ oss|logga in|annons|\
    abonner|følg|logg inn|annonse|seuraa|kirjaudu|mainos|odebírejte|přihlas|sledujte|inzerce|\
    prihlás|feliratkozás|iratkozz|kövess|hirdetés|abonează|urmărește|publicitate|εγγραφ|\
    ακολουθήστε|διαφήμιση|подпис|подпиш|реклама|войти|підпис|abone ol|takip et|reklam|giriş yap|\
    メルマガ|登録|広告|订阅|关注我们|广告|구독|광고|اشترك|تابعنا|إعلان|siga-nos|register now|register here
    """

  /// Phrases around the article.
  private static let surroundings = """
    back to|next:|previous:|most read|most popular|most viewed|popular|trending|recommended|\
    editor's picks|latest news|about the author|about the writer|suggested citation|how to cite|\
    cite this|contact:|watch:|listen:|video:|zurück|nach oben|zum seitenanfang|nächster|\
    vorheriger|meistgelesen|beliebt|top-themen|neueste|empfohlen|empfehlung|zugehörige|\
    über den autor|über die autorin|über uns|zur person|kontakt:|pressekontakt|ansprechpartner|\
    zitiervorschlag|les plus lus|à propos de l'auteur|contact presse|lo más|sobre el autor|\
    sobre la autora|más leíd|i più letti|più letti|sull'autore|voltar|mais lid|sobre o autor|\
    sobre a autora|najczęściej czytane|popularne|o autorze|o autorce|meest gelezen|over de auteur|\
    mest läst|om författaren|mest lest|om forfatteren|luetuimmat|nejčtenější|o autorovi|\
    legolvasottabb|cele mai citite|наверх|популярное|об авторе|про автора|en çok okunan|retour à|\
    retour en haut|volver a|torna su|torna indietro|terug naar|tillbaka till|tilbake til|\
    tilbage til|geri dön|назад к|zpět na|späť na|powrót do|vissza a
    """

  /// Phrases that only lines beside an article contain, if the line begins or ends the article.
  static let contents = Phrases(
    """
    privacy policy|terms of use|terms of service|subscribe|follow us|follow me on|\
    all rights reserved|©|sign up|log in|our app|permalink|trackback|leave a comment|\
    press contact|abonnier|folgen sie uns|folge uns|folgt uns|alle rechte|unsere app|\
    unterstützen sie uns|affiliate-link|pressekontakt|politique de confidentialité|\
    mentions légales|abonnez|suivez-nous|inscrivez-vous|tous droits|laisser un commentaire|\
    suscríbete|suscribirse|síguenos|política de privacidad|todos los derechos|deja un comentario|\
    iscriviti|seguici|tutti i diritti|lascia un commento|assine|inscreva-se|siga-nos|\
    todos os direitos|deixe um comentário|subskryp|prenumer|zapisz się|polityka prywatności|\
    polityki prywatności|wszelkie prawa|nieuwsbrief|volg ons|alle rechten|privacyverklaring|\
    nyhetsbrev|följ oss|nyhedsbrev|følg oss|følg os|integritetspolicy|uutiskirje|zpravodaj|\
    odběr novinek|ochrana osobních|hírlevél|feliratkoz|politica de confiden|ενημερωτικό δελτίο|\
    рассылк|подпишитесь|подписывайтесь|підпис|розсилк|bülten|abone ol|メールマガジン|無断転載|著作権|版权所有|转载|무단|\
    저작권|뉴스레터|النشرة
    """)

  /// What pages ask for if scripts are turned off, beside the name JavaScript.
  static let scriptRequests = Phrases(
    """
    enabl|disabl|activat|turn on|turned on|turn it on|turned off|switch on|switched off|\
    requires javascript|need javascript|without javascript|supported browser|aktiv|deaktiv|einschalt|\
    eingeschalt|ausgeschalt|activ|désactiv|habilit|abilit|attiv|disattiv|włącz|wyłącz|включ|отключ|\
    увімкн|вимкн|inschakel|ingeschakeld|uitgeschakeld|slå på|slå til|slått av|käyttöön|povol|zapn|\
    engedélyez|bekapcsol|ενεργοπ|etkin|有効|無効|启用|啟用|开启|開啟|禁用|停用|활성|사용 설정|사용하도록|تفعيل|تمكين
    """)

  /// Phrases of such lines that an article may contain, too.
  static let subjects = Phrases(
    """
    rss|youtube|instagram|whatsapp|javascript|your browser|haftung|spenden|spende|provision|\
    cookie|abonnement|creative commons|çerez|ciasteczk|impressum|download the|kommentar|\
    datenschutz|affiliate|tel.:|telefon:|phone:|e-mail:|email:|newsletter|informativa|copyright|\
    ihre meinung|votre navigateur|tu navegador|no facebook|su facebook|en facebook|sur facebook|\
    na facebooku|on facebook|auf facebook|facebookissa|op facebook|på facebook|on twitter|\
    auf twitter|on instagram|auf instagram|on linkedin|privacybeleid|confidențialitate|\
    конфиденциальност|プライバシー|개인정보|gizlilik|απορρήτου|adatvédelm|tietosuoja|personvern|buletin|未经|\
    حقوق|订阅|구독
    """)
}

/// A set of phrases in lower case, indexed by their first letters.
struct Phrases {
  private let table: [[[UInt8]]]
  /// The pairs of bytes that phrases begin with, one bit each.
  private let beginnings: [UInt64]
  /// The phrases, in the order of the list.
  let all: [String]

  /// - Parameter list: the phrases, separated by bars. Each has at least two bytes.
  init(_ list: String) {
    var table = [[[UInt8]]](repeating: [], count: 256)
    var beginnings = [UInt64](repeating: 0, count: 1024)
    for phrase in list.split(separator: "|") {
      let bytes = Array(phrase.utf8)
      guard bytes.count > 1 else { continue }
      table[Int(bytes[0])].append(bytes)
      beginnings[Int(bytes[0]) << 2 | Int(bytes[1]) >> 6] |= 1 << UInt64(bytes[1] & 63)
    }
    self.table = table
    self.beginnings = beginnings
    all = list.split(separator: "|").map(String.init)
  }

  /// Whether a text in lower case begins with one of the phrases, at the end of a word.
  func begin(_ text: [UInt8]) -> Bool { beginning(of: text) != nil }

  /// Returns the longest phrase that a text in lower case begins with, at the end of a word.
  func beginning(of text: [UInt8]) -> [UInt8]? {
    guard text.count > 1, mayBegin(text[0], text[1]) else { return nil }
    return table[Int(text[0])]
      .filter { phrase in text.starts(with: phrase) && Self.isEnd(text, phrase) }
      .max { $0.count < $1.count }
  }

  private static func isEnd(_ text: [UInt8], _ phrase: [UInt8]) -> Bool {
    guard let last = phrase.last, last &- 0x61 < 26, text.count > phrase.count else { return true }
    let next = text[phrase.count]
    return !(next &- 0x61 < 26 || next >= 0x80)
  }

  /// Whether a text in lower case contains one of the phrases.
  func isContained(in text: [UInt8]) -> Bool {
    for position in text.indices.dropLast() where mayBegin(text[position], text[position + 1]) {
      if table[Int(text[position])].contains(where: { text[position...].starts(with: $0) }) {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    beginnings[Int(first) << 2 | Int(second) >> 6] & 1 << UInt64(second & 63) != 0
  }
}

extension [UInt8] {
  /// Lower-cases the last letter if it's Latin, Greek or Cyrillic, after its last byte was
  /// appended.
  mutating func lowercaseLast() {
    guard count > 1 else { return }
    let last = self[count - 1]
    switch (self[count - 2], last) {
    case (0xC3, 0x80...0x9E) where last != 0x97: self[count - 1] = last + 0x20
    case (0xC4, 0x80...0xB7), (0xC5, 0x8A...0xB7): self[count - 1] = last | 1
    case (0xC4, 0xB9...0xBE), (0xC5, 0x81...0x88), (0xC5, 0xB9...0xBE):
      self[count - 1] = last & 1 == 1 ? last + 1 : last
    case (0xCE, 0x91...0x9F), (0xD0, 0x90...0x9F): self[count - 1] = last + 0x20
    case (0xCE, 0xA0...0xA9):
      self[count - 2] = 0xCF
      self[count - 1] = last - 0x20
    case (0xD0, 0xA0...0xAF):
      self[count - 2] = 0xD1
      self[count - 1] = last - 0x20
    default: break
    }
  }
}
