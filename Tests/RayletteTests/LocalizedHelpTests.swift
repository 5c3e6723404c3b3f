import Localization
import TerminalGrid
import Testing

@testable import raylette

/// The argument parser's words in other languages.
struct LocalizedHelpTests {
  private static let help = """
    OVERVIEW: Prints a page.

    The page has many words, more than fit into a line of the width that the test has.
      raylette show https://example.org/a/very/long/address/that/is/copied

    USAGE: raylette show <page>
           raylette show --all

    ARGUMENTS:
      <page>                  日本語の説明は単語の間に空白がないので、どこでも改行できます。(default: 8)

    OPTIONS:
      --a-long-option <with-a-value>
                              The explanation of a long option is below it. (values: a, b; default: b)
      -h, --help              Show help information.

    SUBCOMMANDS:
      list (default)          日本語

      See 'raylette help show <subcommand>' for detailed help.
    """

  @Test("the parser's words are translated, and lines are broken by the width of characters")
  func layout() throws {
    let text = try Catalogue.with(.marked) {
      try #require(LocalizedHelp(Self.help)).text(columns: 60)
    }
    #expect(
      text == """
        【ÖṼÉŔṼÎÉŴ: Prints a page.】

        The page has many words, more than fit into a line of the
        width that the test has.
          raylette show https://example.org/a/very/long/address/that/is/copied

        【ÛŠÅĞÉ: raylette show <page>】
               raylette show --all

        【ÅŔĞÛṀÉÑŢŠ:】
          <page>                  日本語の説明は単語の間に空白がない
                                  ので、どこでも改行できます。
                                  【(đéƒáúļŧ: 8)】

        【ÖÞŢÎÖÑŠ:】
          --a-long-option <with-a-value>
                                  The explanation of a long option
                                  is below it. 【(ṽáļúéš: a, b;
                                  đéƒáúļŧ: b)】
          -h, --help              【Šĥóŵ ĥéļþ íñƒóřɱáŧíóñ.】

        【ŠÛßÇÖṀṀÅÑÐŠ:】
          【list (đéƒáúļŧ)】      日本語

          【Šéé 'raylette help show <subcommand>' ƒóř đéŧáíļéđ ĥéļþ.】
        """)
  }

  @Test("the version and other texts stay as they are")
  func others() {
    Catalogue.with(.marked) {
      #expect(LocalizedHelp("1.0.0") == nil)
    }
  }

  @Test("the setting has all languages of the program")
  func languages() {
    let names = Set(LanguageSetting.allCases.map(\.rawValue)).subtracting(["auto"])
    #expect(names == Set((Language.translated + [.english]).map(\.rawValue)))
    #expect(LanguageSetting.variable == "RAYLETTE_LANGUAGE")
  }
}
