import Articles
import Foundation
import Testing

/// Recipes whose lists a page states for machines, as some show them by scripts alone.
@Suite struct ArticleRecipeTests {
  private static let ingredients = "- 2 potatoes\n- ½ onion\n- salt & pepper"
  private static let steps = "1. Peel the potatoes.\n2. Boil them for an hour."

  @Test(
    "lists that the page's own text lacks are added",
    arguments: [
      (
        #"{"@type":"Recipe","recipeIngredient":["2 potatoes","&frac12; <b>onion</b>","salt &amp; pepper"]}"#,
        [ingredients]
      ),
      (
        #"""
        {"@graph":[{"@type":"Article"},{"@type":"Recipe","recipeIngredient":["2 potatoes","½ onion",
        "salt & pepper"],"recipeInstructions":[{"@type":"HowToStep","text":"Peel the potatoes."},
        {"@type":"HowToStep","text":"Boil them for an hour."}]}]}
        """#, [ingredients, steps]
      ),
      (
        #"""
        {"@type":"Recipe","recipeIngredient":[],"recipeInstructions":{"@type":"HowToSection",
        "itemListElement":[{"text":"Peel the potatoes."},{"text":"Boil them for an hour."}]}}
        """#, [steps]
      ),
      (
        #"""
        {"@type":"Recipe","recipeIngredient":null,
        "recipeInstructions":"Peel the potatoes.\nBoil them for an hour."}
        """#, [steps]
      ),
      (
        #"{"@type":"Recipe","recipeIngredient":{"a":[]},"recipeInstructions":[null,[],3]}"#,
        ["1. 3"]
      ),
      (#"{"@type":"Book","recipeIngredient":["2 potatoes"]}"#, []),
    ])
  func missing(json: String, lists: [String]) throws {
    let article = try ArticleSamples.article(Self.page(json, text: ArticleSamples.prose))
    let markdown = ([ArticleSamples.proseMarkdown] + lists).joined(separator: "\n\n")
    #expect(article.markdown == markdown)
  }

  @Test("lists that the page's own text has aren't repeated")
  func present() throws {
    let json = #"{"@type":"Recipe","recipeIngredient":["2 potatoes","½ onion","1 pinch of salt"]}"#
    let list = "<ul><li>2 Potatoes</li><li>½ onion, cut</li></ul>"
    let article = try ArticleSamples.article(Self.page(json, text: ArticleSamples.prose + list))
    #expect(article.markdown == ArticleSamples.proseMarkdown + "\n\n- 2 Potatoes\n- ½ onion, cut")
  }

  @Test(
    "an ingredient is an item, and a line",
    arguments: [
      (
        "<div itemprop=recipeIngredient><div>1/4</div><div>cup <b>butter</b></div></div>",
        "1/4 cup **butter**"
      ),
      ("<p itemprop=ingredients>1 egg, beaten</p>", "1 egg, beaten"),
      ("<ul><li itemprop=recipeIngredient><p>1/4</p><p>cup butter</p></ul>", "1/4 cup butter"),
      ("<ul><li><div itemprop=recipeIngredient>1/4 <p>cup butter</div></ul>", "1/4 cup butter"),
      ("<ul><li><span itemprop=ingredients>1/4 cup butter</span></ul>", "1/4 cup butter"),
      ("<ul><li><div>1 ½</div><div>cups of butter</div></ul>", "1 ½ cups of butter"),
    ])
  func oneIngredient(html: String, line: String) throws {
    let rest = "<h2>Steps</h2>"
    #expect(try ArticleSamples.markdown(of: html + rest) == "- \(line)\n\n## Steps")
    if html.hasPrefix("<div") || html.hasPrefix("<p") {
      #expect(
        try ArticleSamples.markdown(of: html + html + rest) == "- \(line)\n- \(line)\n\n## Steps")
    }
  }

  @Test("a number that an item has anyway isn't said twice", arguments: ["1.", "1"])
  func number(of item: String) throws {
    let html = "<ol><li><span>\(item)</span><p>Take 2 eggs, and beat them.</p></ol>"
    #expect(try ArticleSamples.markdown(of: html) == "1. Take 2 eggs, and beat them.")
  }

  @Test(
    "what holds several ingredients isn't one",
    arguments: [
      (
        "<div itemprop=ingredients><p>2 eggs</p><p>1 cup of milk</p></div>",
        "2 eggs\n\n1 cup of milk"
      ),
      ("<div itemprop=ingredients><ul><li>2 eggs<li>Milk</ul></div>", "- 2 eggs\n- Milk"),
      ("<ul><li><p>1 egg, said the cook</p><p>Milk</p></ul>", "- 1 egg, said the cook\n\n  Milk"),
    ])
  func severalIngredients(html: String, markdown: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == markdown)
  }

  private static func page(_ json: String, text: String) -> String {
    "<title>x</title><article>\(text)</article><script type=application/ld+json>\(json)</script>"
  }
}
