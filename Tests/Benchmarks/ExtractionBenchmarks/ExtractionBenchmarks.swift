import Benchmark
import Foundation
import LinkFetching
import LinkPreview
import TestSupport

// Over the pages that Resources/benchmarks/extraction.py makes: extraction in process, and how much
// of a page is read from a server that offers all of it.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 20, maxDuration: .seconds(3),
    maxIterations: 10_000)
  let folder = ProcessInfo.processInfo.environment["RAYLETTE_BENCHMARK_PAGES"] ?? ""
  let files =
    (try? FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder), includingPropertiesForKeys: nil)) ?? []
  for file in files.sorted(by: { $0.path() < $1.path() }) where file.pathExtension == "html" {
    guard let page = try? Data(contentsOf: file),
      let url = URL(string: "https://www.example.org/news/story")
    else { continue }
    let speed = BenchmarkMetric.custom("MB/s", polarity: .prefersLarger, useScalingFactor: false)
    Benchmark(
      file.deletingPathExtension().lastPathComponent,
      configuration: .init(metrics: [.wallClock, speed])
    ) { benchmark in
      let start = ContinuousClock.now
      blackHole(LinkMetadata(html: page, url: url, charset: "utf-8"))
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      benchmark.measurement(speed, Int(Double(page.count) / 1_000_000 / seconds))
    }
    let read = BenchmarkMetric.custom("Bytes read", useScalingFactor: false)
    let size = BenchmarkMetric.custom("Bytes of the page", useScalingFactor: false)
    Benchmark(
      "from a server: " + file.deletingPathExtension().lastPathComponent,
      configuration: .init(metrics: [read, size], warmupIterations: 0, maxIterations: 20)
    ) { benchmark in
      try await withServer(["*": .page(page)]) { server in
        let cost = FetchStatistics()
        try await FetchStatistics.$ofTask.withValue(cost) {
          blackHole(try await LinkMetadataProvider().metadata(for: server.url("/")))
        }
        benchmark.measurement(read, cost.counts.bytesRead)
        benchmark.measurement(size, page.count)
      }
    }
  }
}
