import Foundation
import LinkPreview
import Markup

/// The recipe in a page's JSON-LD (https://schema.org/Recipe). Some pages have the ingredients and
/// steps only there, and build their lists with scripts.
struct StatedRecipe {
  private let ingredients: [String]
  private let steps: [String]

  /// Returns nil if the page states no recipe.
  init?(_ parsed: ParsedPage) {
    guard parsed.mayState("recipeIngredient") else { return nil }
    let data = parsed.linkedData
    guard let recipe = ([data.main] + data.others).first(where: { $0.types.contains("Recipe") })
    else { return nil }
    ingredients = recipe.texts("recipeIngredient").compactMap { PlainText.fromHTML($0) }
    steps = recipe.entities("recipeInstructions").flatMap(Self.steps)
  }

  /// Returns the steps of an instruction, which may be a section of several steps
  /// (https://schema.org/HowToSection), or a text of several lines.
  private static func steps(of instruction: Entity) -> [String] {
    let parts = instruction.entities("itemListElement")
    if !parts.isEmpty { return parts.compactMap(text) }
    guard let text = instruction.text("text", "name", "url") else { return [] }
    return text.split(whereSeparator: \.isNewline).compactMap { PlainText.fromHTML(String($0)) }
  }

  private static func text(of step: Entity) -> String? {
    step.text("text", "name", "url").flatMap { PlainText.fromHTML($0) }
  }

  /// Returns the ingredients and the steps as lists, if most of their items are missing in a text.
  func lists(missingIn text: String) -> [ArticleBlock] {
    let key = ArticleStatement.key(text)
    var lists: [ArticleBlock] = []
    if Self.areMissing(ingredients, in: key) {
      lists.append(.list(.init(items: ingredients.map { [.paragraph([.text($0)])] })))
    }
    if Self.areMissing(steps, in: key) {
      lists.append(.list(.init(start: 1, items: steps.map { [.paragraph([.text($0)])] })))
    }
    return lists
  }

  private static func areMissing(_ lines: [String], in text: [UInt8]) -> Bool {
    let found = lines.count { line in
      let key = ArticleStatement.key(String(line.prefix(60)))
      return text.firstRange(of: key) != nil
    }
    return !lines.isEmpty && 2 * found < lines.count
  }
}
