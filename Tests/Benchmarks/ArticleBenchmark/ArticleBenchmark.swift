import Articles
import Foundation

/// Finds articles in process, for Resources/benchmarks/articles.py. Reads lines of a file and its
/// URL on standard input, separated by a tab, and prints a JSON object for each: the article's text,
/// the same as Markdown, and the median milliseconds it takes to find the article, in as many rounds
/// as the argument says. With `--features`, prints what's known about the page and its lines in place
/// of it, for Resources/benchmarks/sections.py.
@main
struct ArticleBenchmark {
  private struct Result: Encodable {
    var text: String
    var markdown: String
    var milliseconds: Double
  }

  static func main() throws {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 9
    while let line = readLine() {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 2, let url = URL(string: fields[1]) else { continue }
      let page = try Data(contentsOf: URL(filePath: fields[0]))
      if CommandLine.arguments.dropFirst().first == "--features" {
        let report = FeatureReport(html: page, url: url)
        FileHandle.standardOutput.write(try JSONEncoder().encode(report) + Data("\n".utf8))
        continue
      }
      var article: Article?
      let times = (0..<rounds).map { _ in
        let start = ContinuousClock.now
        article = try? Article(html: page, url: url)
        return (ContinuousClock.now - start) / .milliseconds(1)
      }
      let result = Result(
        text: article?.plainText ?? "", markdown: article?.markdown ?? "",
        milliseconds: times.sorted()[rounds / 2])
      FileHandle.standardOutput.write(try JSONEncoder().encode(result) + Data("\n".utf8))
    }
  }
}
