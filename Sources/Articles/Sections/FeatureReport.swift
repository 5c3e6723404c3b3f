package import Foundation
import LinkPreview

/// The features of a page and of its lines, for fitting the weights
/// (`Resources/benchmarks/sections.py`).
package struct FeatureReport: Encodable {
  private struct Line: Encodable {
    var text: String
    var features: [Float]
  }

  private var page: [Float]
  private var lines: [Line]
  private var pageNames = PageFeature.allCases.map { "\($0)" }
  private var lineNames = LineFeature.allCases.map { "\($0)" }

  /// The names of weights that aren't those of the features in their order.
  package static var misnamedWeights: [String] {
    [
      (PageWeights.table, PageFeature.allCases.map { "\($0)" }),
      (LineWeights.table, LineFeature.allCases.map { "\($0)" }),
    ].flatMap { table, names in
      let rows = table.split(separator: "\n").dropFirst().map { row in
        String(row.prefix { $0 != " " })
      }
      return zip(rows, names).filter { $0 != $1 }.map(\.0)
        + rows.dropFirst(names.count) + names.dropFirst(rows.count)
    }
  }

  package init(html: Data, url: URL) {
    let parsed = ParsedPage(html: html, url: url, charset: nil)
    let tree = parsed.tree
    let runs = TextRunReader.runs(of: tree)
    page =
      PageFeatures(
        parsed.page, isDated: parsed.page.published != nil, isSigned: parsed.page.author != nil,
        tree, runs: runs
      ).values
    var reader = LineReader(tree, runs: runs)
    lines = runs.indices.map { index in
      var features = [Float](repeating: 0, count: LineFeature.allCases.count)
      reader.read(index, into: &features)
      let text = tree.text(of: runs[index], isLowercase: true)
      return Line(text: String(decoding: text, as: UTF8.self), features: features)
    }
  }
}
