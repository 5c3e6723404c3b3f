/// A linear model: how much each feature speaks for each of several outcomes.
struct Weights {
  /// For each outcome, the weights of the features in their order.
  private let columns: [[Float]]

  /// - Parameter table: a line with the names of the outcomes, and for each feature a line with its
  ///   name and its weights.
  init(_ table: String) {
    let rows = table.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").dropFirst().map { Float($0) ?? 0 }
    }
    columns = (rows.first ?? []).indices.map { column in rows.map { $0[column] } }
  }

  /// The number of outcomes.
  var count: Int { columns.count }

  func score(of outcome: Int, _ features: [Float]) -> Float {
    columns[outcome].withUnsafeBufferPointer { weights in
      features.withUnsafeBufferPointer { features in
        var score: Float = 0
        for index in 0..<min(weights.count, features.count) {
          score += weights[index] * features[index]
        }
        return score
      }
    }
  }
}

extension PageFeatures {
  /// The likeliest kind of the page.
  var kind: Article.Kind {
    let scores = Article.Kind.allCases.indices.map { Self.weights.score(of: $0, values) }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    return Article.Kind.allCases[best]
  }

  /// The likeliest kind of the page besides an article.
  var kindOfSections: Article.Kind {
    let kinds = Article.Kind.allCases
    let best = kinds.indices.dropFirst().max {
      Self.weights.score(of: $0, values) < Self.weights.score(of: $1, values)
    }
    return best.map { kinds[$0] } ?? .page
  }

  private static let weights = Weights(PageWeights.table)
}

extension MainText {
  /// Keeps all lines of a page that are its own, whichever sections they're in, for pages that have
  /// no single article.
  /// - Parameter kind: any kind but an article.
  init(sectionsOf tree: ElementTree, runs: [TextRun], kind: Article.Kind) {
    self.init(whole: tree, runs: runs)
    let outcome = (Article.Kind.allCases.firstIndex(of: kind) ?? 1) - 1
    var reader = LineReader(tree, runs: runs)
    var features = [Float](repeating: 0, count: LineFeature.allCases.count)
    for index in self.runs.indices where !Task.isCancelled {
      reader.read(index, into: &features)
      self.runs[index].isRemoved = Self.lineWeights.score(of: outcome, features) <= 0
    }
    dropEmptyElements()
    keepFootnotes()
  }

  private static let lineWeights = Weights(LineWeights.table)

  /// Drops the elements that have lines but keep none of them, with their pictures.
  private mutating func dropEmptyElements() {
    // The lines in each element, and those that are kept.
    var lines = [Int32](repeating: 0, count: tree.nodes.count)
    var kept = [Int32](repeating: 0, count: tree.nodes.count)
    for run in runs {
      lines[Int(run.block)] += 1
      if !run.isRemoved { kept[Int(run.block)] += 1 }
    }
    for index in tree.nodes.indices.reversed() where lines[index] > 0 {
      isDropped[index] = kept[index] == 0 && index > 0
      let parent = Int(tree.nodes[index].parent)
      guard parent >= 0 else { continue }
      lines[parent] += lines[index]
      kept[parent] += kept[index]
    }
  }
}
