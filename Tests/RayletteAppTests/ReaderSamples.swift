import Articles
import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

extension Samples {
  /// An article with every kind of block.
  static let text: Articles.Article = {
    func url(_ address: String) -> URL { URL(string: address) ?? URL(filePath: "/") }
    let theory = ArticleInline.link([.text("what a ray is")], url("https://rays.example/theory"))
    let weekend = ArticleInline.link(
      [.text("one "), .emphasis([.text("long")]), .text(" weekend")],
      url("https://weekend.example/book"))
    let rings = ArticlePicture(
      url: url("https://rays.example/rings.png"), alternativeText: "Rings around a bright centre")
    func cell(_ text: String) -> [ArticleInline] { [.text(text)] }
    return Articles.Article(
      title: "A ray tracer in an afternoon", byline: "Mina Okafor", published: now - 3 * day,
      language: "en",
      blocks: [
        .paragraph([
          .text("A ray tracer asks one question for every pixel: "),
          .emphasis([.text("what would the eye see along this line?")]),
          .text(" The rest is geometry that fits on a "), .strong([.text("single page")]),
          .text(". Read "), theory, .text(" first, or spend "), weekend, .text(" with it."),
          .footnoteReference(label: "1"),
        ]),
        .picture(rings, caption: [.text("Every ring is a sphere, cut by the picture.")]),
        .heading(level: 2, [.text("Rays")]),
        .paragraph([
          .text("The point at "), .code("t"), .text(" lies at "), .code("origin + t * direction"),
          .text("."),
        ]),
        .code(
          """
          struct Ray {
          \tvar origin: Point
          \tfunc point(at t: Double) -> Point { origin + t * direction }  // behind the eye below zero
          }
          """, language: "swift"),
        .list(
          .init(
            start: 9,
            items: [
              [.paragraph(cell("It hits nothing, and shows the sky."))],
              [
                .paragraph(cell("It hits something dull, and is scattered.")),
                .list(.init(items: [[.paragraph(cell("Chalk scatters it evenly."))]])),
              ],
            ])),
        .quote([
          .paragraph(cell("The best way to understand light is to follow it home.")),
          .quote([.paragraph(cell("So it is said."))]),
        ]),
        .heading(level: 2, [.text("Spheres")]),
        .heading(level: 3, [.text("Where they meet")]),
        .table(
          .init(
            header: [cell("Discriminant"), cell("Meaning")],
            rows: [
              [cell("below zero"), cell("The ray misses the sphere.")],
              [
                cell("zero"),
                cell(
                  "It touches the sphere in a single point, which hardly ever happens, because "
                    + "numbers are rounded."),
              ],
            ])),
        .paragraph(cell("光線を目から逆にたどって、どの物体に当たるかを計算する方法です。単純ですが、とても美しい画像が得られます。")),
        .rule,
        .paragraph([
          .text(
            "See https://rays.example/a/very/long/address/that/fits/in/no/column/of/any/width."),
          .lineBreak, .text("A question of patience, and of "), theory, .text("."),
        ]),
        .footnotes([
          .init(
            label: "1",
            blocks: [
              .paragraph(cell("Both are long, and both are worth it, unless somebody is waiting."))
            ])
        ]),
      ])
  }()

  /// A tutorial with callouts, code in several languages, deletions and notes.
  static let guide: Articles.Article = {
    func cell(_ text: String) -> [ArticleInline] { [.text(text)] }
    return Articles.Article(
      title: "Set up a tracer", byline: "Mina Okafor", language: "en",
      blocks: [
        .paragraph([
          .text("Install it first"), .footnoteReference(label: "a"), .text(", and then "),
          .deleted([.text("compile")]), .text(" build it"), .footnoteReference(label: "b"),
          .text("."),
        ]),
        .callout(.init(kind: "note", blocks: [.paragraph(cell("It runs on Linux only."))])),
        .callout(
          .init(
            kind: "warning", title: cell("Mind the disk"),
            blocks: [
              .paragraph(cell("Pictures take a gigabyte each.")),
              .code("df -h  # how much is free", language: "sh"),
            ])),
        .heading(level: 2, [.text("Configure")]),
        .code(
          """
          # how many rays a pixel has
          rays = 64
          title = "Rings"
          """, language: "toml"),
        .code("def trace(ray):\n    return \"sky\" if ray.t < 0 else 0.5", language: "python"),
        .heading(level: 2, [.text("Run")]),
        .list(
          .init(items: [
            [.paragraph([.task(isDone: true), .text("Configure it")])],
            [.paragraph([.task(isDone: false), .text("Wait an hour")])],
          ])),
        .callout(.init(kind: "tip", title: cell("A tip"), blocks: [.paragraph(cell("Go out."))])),
        .callout(
          .init(kind: "danger", blocks: [.paragraph(cell("Never look into the sun."))])),
        .footnotes([
          .init(label: "a", blocks: [.paragraph(cell("From the package manager."))]),
          .init(label: "b", blocks: [.paragraph(cell("It takes a minute."))]),
        ]),
      ])
  }()

  /// A state in which the page of a card is read.
  static func reading(
    _ size: GridSize = GridSize(columns: 80, rows: 24), _ article: Articles.Article = text,
    reading: ReadingState? = nil, keptAt: Date? = nil, appearance: Appearance = .standard
  ) -> AppState {
    var state = ended(.success(Samples.article), columns: size.columns, rows: size.rows)
    state.surroundings.appearance = appearance
    press(.character("l"), in: &state)
    let loaded = LoadedArticle(article, keptAt: keptAt, reading: reading)
    answer(.success(loaded), in: &state)
    return state
  }

  /// Answers the pending request of the page in the reader.
  @discardableResult
  static func answer(
    _ result: Result<LoadedArticle, ArticleError>, in state: inout AppState
  ) -> [Effect] {
    guard let id = state.page?.request.pendingID else { return [] }
    return update(&state, .reader(.loaded(id, result)))
  }
}
