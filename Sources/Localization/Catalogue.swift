import Synchronization

/// The texts of the program in a language other than English.
package struct Catalogue: Sendable {
  package let language: Language
  private let source: Source

  private enum Source: Sendable {
    case translations(TranslationFile)
    /// Marks all texts, so that those that can't be translated stand out.
    case marks
  }

  /// The catalogue of a language.
  /// - Returns: nil for English, which the sources are written in.
  package init?(_ language: Language) {
    self.language = language
    switch language {
    case .english: return nil
    case .marked: source = .marks
    default: source = .translations(TranslationFile(language.file))
    }
  }

  init(_ language: Language, _ file: TranslationFile) {
    self.language = language
    source = .translations(file)
  }

  /// The catalogue of this process; nil for English.
  private static let ofProcess = Mutex<Catalogue?>(nil)

  /// The catalogue of a test; nil for that of the process.
  @TaskLocal private static var ofTask: Catalogue??

  /// The catalogue of the reader's language; nil for English.
  package static var current: Catalogue? { ofTask ?? ofProcess.withLock(\.self) }

  /// Sets the language of this process. Texts that were made before stay as they are.
  package static func use(_ language: Language) {
    let catalogue = Catalogue(language)
    ofProcess.withLock { $0 = catalogue }
  }

  /// Runs a body in a language, such as English for texts that other programs read.
  package static func with<Value, Failure: Error>(
    _ language: Language, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try with(Catalogue(language), body)
  }

  static func with<Value, Failure: Error>(
    _ catalogue: Catalogue?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result: Result<Value, Failure> = $ofTask.withValue(.some(catalogue)) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs a body in a language, such as English for texts that other programs read.
  package static func run<Value, Failure: Error>(
    in language: Language, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $ofTask.withValue(.some(Catalogue(language))) {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Returns the translation of a text, with placeholders.
  /// - Returns: nil if there's none.
  func translation(of text: LocalizedText, context: String?) -> String? {
    switch source {
    case .translations(let file):
      guard let forms = file.forms(of: text.key, context: context) else { return nil }
      let form = text.plural.map { file.plural.form(of: $0.count) } ?? 0
      return forms[min(form, forms.count - 1)]
    case .marks:
      return (text.plural.map { $0.count == 1 ? text.key : $0.key } ?? text.key).marked
    }
  }
}
