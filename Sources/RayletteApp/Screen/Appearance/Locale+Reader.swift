import Foundation
import Localization

extension Locale {
  /// The conventions of the reader's language. Nil for English, whose formats are the program's own.
  static var ofTranslation: Locale? {
    guard let language = Catalogue.current?.language, language != .marked else { return nil }
    return Locale(identifier: language.rawValue)
  }

  /// The conventions of the reader's language.
  static var ofReader: Locale { ofTranslation ?? Locale(identifier: "en") }
}
