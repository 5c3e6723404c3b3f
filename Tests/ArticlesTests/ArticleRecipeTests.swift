import Foundation
import Articles
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

  private static func page(_ json: String, text: String) -> String {
    "<title>x</title><article>\(text)</article><script type=application/ld+json>\(json)</script>"
  }
}
