import Foundation

/// Texts in many languages, in the encodings that pages in these had before UTF-8.
public struct LegacyText: Sendable, CustomStringConvertible {
  /// The WHATWG name of the encoding.
  public var encoding: String
  /// The top-level domain of a country that speaks the language.
  public var domain: String
  public var title: String
  public var paragraph: String
  public var description: String { "\(encoding): \(title)" }

  public static let all = languages.flatMap { language in
    language.encodings.flatMap { encoding in
      language.texts.map { title, paragraph in
        LegacyText(
          encoding: encoding, domain: language.domain, title: title, paragraph: paragraph)
      }
    }
  }

  /// A page that declares no encoding, in its encoding.
  public func page(paragraphs: Int = 1) throws -> [UInt8] {
    let body = String(repeating: "<p>\(paragraph)</p>\n", count: paragraphs)
    return try bytes(of: "<html><head><title>\(title)</title></head><body>\n\(body)</body></html>")
  }

  /// A text in the encoding.
  public func bytes(of text: String) throws -> [UInt8] {
    try iconvBytes(of: text, in: ["Shift_JIS": "CP932", "EUC-KR": "CP949"][encoding] ?? encoding)
  }

  private struct Language {
    var domain: String
    var encodings: [String]
    var texts: [(String, String)]

    init(_ domain: String, _ encodings: [String], _ texts: [(String, String)]) {
      self.domain = domain
      self.encodings = encodings
      self.texts = texts
    }
  }

  private static let languages = [
    Language(
      "jp", ["Shift_JIS", "EUC-JP"],
      [
        ("東京の天気予報", "今日は朝から雨が降り、気温はあまり上がりませんでした。明日は晴れる見込みです。"),
        ("カメラの選び方", "初めてデジタルカメラを買う人のために、レンズと画素数について説明します。"),
        ("日本語", "ようこそ。"),
        ("図書館からのお知らせ", "年末年始は休館いたします。ご不便をおかけしますが、よろしくお願いします。"),
      ]),
    Language(
      "kr", ["EUC-KR"],
      [
        ("서울의 봄 날씨", "오늘은 아침부터 맑고 기온이 크게 오를 것으로 보입니다. 내일은 비가 내리겠습니다."),
        ("도서관 이용 안내", "책을 빌리려면 먼저 회원으로 가입해야 합니다."),
        ("한국어", "안녕하세요."),
        ("자전거 여행기", "지난 여름에 친구와 함께 자전거를 타고 제주도를 한 바퀴 돌았다."),
      ]),
    Language(
      "cn", ["GBK"],
      [
        ("北京的天气", "今天上午多云，下午有小雨，气温比昨天低。请大家出门带伞。"),
        ("图书馆开放时间", "读者可以在网上预约座位，周末也开放。"),
        ("中文", "你好，世界。"),
        ("旅行笔记", "去年夏天我们坐火车去了云南，看到了雪山和湖泊。"),
      ]),
    Language(
      "tw", ["Big5"],
      [
        ("台北的天氣", "今天上午多雲，下午有小雨，氣溫比昨天低。請大家出門帶傘。"),
        ("圖書館開放時間", "讀者可以在網上預約座位，週末也開放。"),
        ("中文", "你好，世界。"),
        ("旅行筆記", "去年夏天我們坐火車去了花蓮，看到了高山和大海。"),
      ]),
    Language(
      "ru", ["windows-1251", "KOI8-R", "ISO-8859-5", "IBM866"],
      [
        (
          "Погода в Москве",
          "Сегодня с утра идёт дождь, температура воздуха около десяти градусов. Завтра ожидается солнце."
        ),
        (
          "История библиотеки",
          "Библиотека открыта в прошлом веке и работает каждый день, кроме понедельника."
        ),
        ("Новости", "Привет, мир!"),
        (
          "Как выбрать велосипед",
          "Перед покупкой решите, где вы будете ездить: по городу или по лесу."
        ),
      ]),
    Language(
      "ua", ["windows-1251", "KOI8-U"],
      [
        (
          "Погода у Києві",
          "Сьогодні з ранку йде дощ, а ввечері буде ясно. Їдьте обережно, бо дороги слизькі."
        ),
        ("Новини міста", "Бібліотека працює щодня, крім понеділка."),
      ]),
    Language(
      "bg", ["windows-1251"],
      [
        ("Времето в София", "Днес от сутринта вали дъжд, а температурата е около десет градуса."),
        ("Новини", "Библиотеката работи всеки ден, без понеделник."),
      ]),
    Language(
      "pl", ["ISO-8859-2", "windows-1250"],
      [
        (
          "Pogoda na dziś",
          "Rano będzie pochmurno, a po południu zaświeci słońce. Wieczorem możliwe są burze z gradem."
        ),
        (
          "Święta w górach",
          "Śnieg leży już od tygodnia i wyciągi działają codziennie, także w niedzielę."
        ),
        (
          "Książka tygodnia",
          "Powieść opowiada o chłopcu, który wyrusza w podróż przez całą Polskę."
        ),
        ("Źródła", "Żółta łódź płynie."),
      ]),
    Language(
      "cz", ["windows-1250", "ISO-8859-2"],
      [
        (
          "Počasí v Praze",
          "Dnes ráno bude zataženo a odpoledne se vyjasní. Večer může přijít silnější déšť."
        ),
        (
          "Školní výlet",
          "Děti jely vlakem do hor a vrátily se až v neděli večer. Všichni byli šťastní."
        ),
        ("Žluťoučký kůň", "Příliš žluťoučký kůň úpěl ďábelské ódy."),
      ]),
    Language(
      "sk", ["windows-1250", "ISO-8859-2"],
      [
        (
          "Počasie na Slovensku",
          "Dnes ráno bude zamračené a popoludní sa vyjasní. Večer môže prísť silnejší dážď."
        ),
        ("Škola v prírode", "Deti cestovali vlakom do hôr a vrátili sa až v nedeľu večer."),
      ]),
    Language(
      "hu", ["windows-1250", "ISO-8859-2"],
      [
        (
          "Időjárás Budapesten",
          "Ma reggel felhős lesz az ég, délután azonban kisüt a nap. Estére erős szél várható."
        ),
        (
          "Könyvtári hírek",
          "A könyvtár hétfőn zárva tart, a többi napon reggel nyolctól estig várja az olvasókat."
        ),
        ("Árvíztűrő tükörfúrógép", "Öt szép szűzlány őrült írót nyúz."),
      ]),
    Language(
      "ro", ["windows-1250", "ISO-8859-2"],
      [
        ("Vremea în Bucureşti", "Astăzi dimineaţă va fi înnorat, iar după-amiază va ieşi soarele.")
      ]),
    Language(
      "hr", ["windows-1250", "ISO-8859-2"],
      [
        (
          "Vrijeme u Zagrebu",
          "Danas će ujutro biti oblačno, a poslijepodne će se razvedriti. Navečer može pasti jača kiša."
        ),
        (
          "Školski izlet",
          "Djeca su vlakom otišla u planine i vratila se tek u nedjelju navečer. Svi su bili sretni i žedni."
        ),
      ]),
    Language(
      "gr", ["windows-1253", "ISO-8859-7"],
      [
        (
          "Ο καιρός στην Αθήνα",
          "Σήμερα το πρωί θα βρέχει, ενώ το απόγευμα ο ουρανός θα είναι καθαρός."
        ),
        ("Άρθρα και νέα", "Η βιβλιοθήκη είναι ανοιχτή κάθε μέρα εκτός από τη Δευτέρα."),
        ("Νέα", "Καλημέρα κόσμε."),
      ]),
    Language(
      "il", ["windows-1255", "ISO-8859-8"],
      [
        ("מזג האוויר בתל אביב", "היום בבוקר ירד גשם, ואחר הצהריים השמיים יתבהרו. מחר צפוי יום חם."),
        ("הספרייה העירונית", "הספרייה פתוחה בכל יום חוץ משבת, ואפשר להזמין ספרים באינטרנט."),
        ("חדשות", "שלום עולם."),
      ]),
    Language(
      "tr", ["windows-1254"],
      [
        (
          "İstanbul'da hava durumu",
          "Bugün sabah saatlerinde yağmur bekleniyor, öğleden sonra ise güneş açacak. Akşam rüzgâr şiddetlenebilir."
        ),
        (
          "Kütüphane çalışma saatleri",
          "Kütüphane pazartesi dışında her gün açıktır ve kitapları internetten ayırtabilirsiniz."
        ),
        ("Gezi notları", "Geçen yaz arkadaşlarımla birlikte bisikletle Ege kıyılarını dolaştık."),
      ]),
    Language(
      "eg", ["windows-1256", "ISO-8859-6"],
      [
        (
          "الطقس في القاهرة",
          "يتوقع أن تمطر السماء صباح اليوم وأن تشرق الشمس بعد الظهر في معظم المناطق."
        ),
        ("مكتبة المدينة", "المكتبة مفتوحة كل يوم ما عدا الجمعة ويمكن حجز الكتب على الإنترنت."),
      ]),
    Language(
      "th", ["windows-874"],
      [
        ("สภาพอากาศวันนี้", "วันนี้ตอนเช้ามีฝนตก ส่วนตอนบ่ายท้องฟ้าแจ่มใส อุณหภูมิสูงขึ้นเล็กน้อย"),
        ("ห้องสมุดประชาชน", "ห้องสมุดเปิดทุกวันยกเว้นวันจันทร์"),
      ]),
    Language(
      "lt", ["windows-1257"],
      [
        (
          "Orai Vilniuje",
          "Šiandien rytą bus debesuota, o po pietų išlįs saulė. Vakare gali pakilti stipresnis vėjas ir įžiebti žaibų."
        ),
        (
          "Žinios",
          "Biblioteka dirba kasdien, išskyrus pirmadienį. Šeštadienį ateikite anksčiau, nes žmonių būna daugiau."
        ),
      ]),
    Language(
      "lv", ["windows-1257"],
      [
        (
          "Laika ziņas Rīgā",
          "Šodien no rīta būs mākoņains, bet pēcpusdienā uzspīdēs saule. Vakarā iespējams stiprāks vējš."
        )
      ]),
    Language(
      "ee", ["windows-1257"],
      [
        (
          "Ilm Tallinnas",
          "Täna hommikul on pilves, kuid pärastlõunal tuleb päike välja. Õhtul võib tõusta tugev tuul."
        )
      ]),
    Language(
      "de", ["windows-1252"],
      [
        (
          "Das Wetter in München",
          "Heute früh ist es bewölkt, am Nachmittag scheint die Sonne. Am Abend können Gewitter aufkommen."
        ),
        ("Öffnungszeiten", "Die Bücherei ist außer montags täglich geöffnet."),
        ("Grüße", "Schöne Grüße aus Österreich."),
      ]),
    Language(
      "fr", ["windows-1252"],
      [
        (
          "La météo à Genève",
          "Ce matin le ciel sera couvert, puis le soleil reviendra dans l’après-midi. Des orages sont possibles en soirée."
        ),
        (
          "Bibliothèque",
          "La bibliothèque est ouverte tous les jours, sauf le lundi. Les livres peuvent être réservés."
        ),
        ("Café", "Un café crème."),
      ]),
    Language(
      "es", ["windows-1252"],
      [
        (
          "El tiempo en España",
          "Esta mañana lloverá en el norte y por la tarde saldrá el sol. Mañana habrá tormentas."
        ),
        (
          "Biblioteca",
          "La biblioteca abre todos los días menos el lunes y los libros pueden reservarse por teléfono. ¿Dónde está?"
        ),
      ]),
    Language(
      "pt", ["windows-1252"],
      [
        (
          "O tempo em São Paulo",
          "Hoje de manhã o céu estará nublado e à tarde o sol voltará. À noite há previsão de chuva."
        ),
        ("Notícias", "A biblioteca não abre às segundas-feiras."),
      ]),
    Language(
      "it", ["windows-1252"],
      [
        (
          "Il tempo a Roma",
          "Oggi il cielo sarà coperto, ma più tardi uscirà il sole. Perché non c’è vento? È così."
        ),
        ("Libertà", "La città è bella."),
      ]),
    Language(
      "se", ["windows-1252"],
      [
        (
          "Vädret i Göteborg",
          "På morgonen är det mulet, men på eftermiddagen tittar solen fram. Åska väntas på kvällen."
        )
      ]),
    Language(
      "dk", ["windows-1252"],
      [
        (
          "Vejret i Århus",
          "Om morgenen er det overskyet, men om eftermiddagen skinner solen. Måske kommer der også sne på øerne."
        )
      ]),
    Language(
      "fi", ["windows-1252"],
      [
        (
          "Sää Jyväskylässä",
          "Aamulla on pilvistä, mutta iltapäivällä aurinko tulee esiin. Illalla voi nousta myös kova tuuli."
        )
      ]),
    Language(
      "is", ["windows-1252"],
      [
        (
          "Veðrið í Reykjavík",
          "Í dag verður skýjað um morguninn en sólin skín síðdegis. Þá má búast við hvassviðri í kvöld."
        )
      ]),
    Language(
      "uk", ["windows-1252"],
      [
        ("What’s new – “today”", "It’s a long story – but we’ll tell it “as it was”. © 2004"),
        ("The café", "A small café on the corner."),
        (
          "Copyright © 2004 Example",
          "All rights reserved. Nothing else is here but plain English text with one sign."
        ),
        ("Prices from £20", "Temperatures of 20° and ½ price."),
      ]),
  ]
}

/// Encodes a text with the C library, which knows more encodings than Foundation on Linux.
private func iconvBytes(of text: String, in encoding: String) throws -> [UInt8] {
  struct CantEncode: Error { var text: String }
  guard let converter = iconv_open(encoding, "UTF-8"), Int(bitPattern: converter) != -1 else {
    throw CantEncode(text: encoding)
  }
  defer { iconv_close(converter) }
  var input = text.utf8.map { CChar(bitPattern: $0) }
  var output = [CChar](repeating: 0, count: 4 * input.count + 16)
  var (inputLeft, outputLeft) = (input.count, output.count)
  let result = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      var (source, target) = (input.baseAddress, output.baseAddress)
      return iconv(converter, &source, &inputLeft, &target, &outputLeft)
    }
  }
  guard result == 0 else { throw CantEncode(text: text) }
  return output.dropLast(outputLeft).map { UInt8(bitPattern: $0) }
}
