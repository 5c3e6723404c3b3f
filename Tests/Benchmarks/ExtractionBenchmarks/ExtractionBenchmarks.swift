import Benchmark
import Foundation
import LinkPreview

// Extraction in process, over the pages that Resources/benchmarks/extraction.py makes.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], warmupIterations: 20, maxDuration: .seconds(3),
    maxIterations: 10_000)
  let folder = ProcessInfo.processInfo.environment["RAYLETTE_BENCHMARK_PAGES"] ?? ""
  let files =
    (try? FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder), includingPropertiesForKeys: nil)) ?? []
  for file in files.sorted(by: { $0.path() < $1.path() }) where file.pathExtension == "html" {
    guard let page = try? Data(contentsOf: file),
      let url = URL(string: "https://www.example.org/news/story")
    else { continue }
    Benchmark(file.deletingPathExtension().lastPathComponent) { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(LinkMetadata(html: page, url: url, charset: "utf-8"))
      }
    }
  }
}
