import Foundation
import LinkPreview

/// Times extraction in process, for Resources/benchmarks/pages.py. Reads lines of a file, its URL
/// and its charset on standard input, separated by tabs, and prints the median milliseconds of each
/// page: read to its end, and read as far as needed.
@main
struct PageBenchmark {
  private static let rounds = 25

  static func main() throws {
    while let line = readLine() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, let url = URL(string: fields[1]) else { continue }
      let page = try Data(contentsOf: URL(filePath: fields[0]))
      let charset = fields[2].isEmpty ? nil : fields[2]
      let whole = median { LinkMetadata(readingAll: page, url: url, charset: charset) }
      let needed = median { LinkMetadata(html: page, url: url, charset: charset) }
      FileHandle.standardOutput.write(Data("\(whole)\t\(needed)\n".utf8))
    }
  }

  private static func median(_ extract: () -> LinkMetadata) -> Double {
    var isUsed = false
    let times = (0..<rounds).map { _ in
      let start = ContinuousClock.now
      let metadata = extract()
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      isUsed = isUsed || metadata.title != nil
      return time
    }
    return times.sorted()[rounds / 2]
  }
}
