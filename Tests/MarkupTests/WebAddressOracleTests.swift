import Foundation
import LinkExchange
import TestSupport
import Testing

@testable import Markup

/// Compares random addresses with Node, whose `URL` class follows the URL Standard.
@Suite(
  .enabled(
    if: ChildProcess.exists("node", in: ProcessInfo.processInfo.environment), "needs Node"),
  .takesTurn)
struct WebAddressOracleTests {
  /// Fewer than the 100,000 that were compared once.
  static let count =
    ProcessInfo.processInfo.environment["ADDRESS_SPELLINGS"].flatMap(Int.init) ?? 10_000
  static let seed: UInt64 = 20_251_122

  @Test("random addresses are parsed as Node parses them")
  func agrees() async throws {
    try await withTemporaryHome { home in
      var random = RandomSpelling(seed: Self.seed)
      let spellings = (0..<Self.count).map { _ in random.next() }
      let (input, output) = (home.file("spellings.json"), home.file("addresses.json"))
      try JSONEncoder().encode(spellings.map { [$0.text] + ($0.base.map { [$0] } ?? []) })
        .write(to: input)
      let process = try #require(
        await ChildProcess("node", ["-e", Self.script, input.path(), output.path()]))
      #expect(await process.runToEnd() == .succeeded)
      let answers = try JSONDecoder().decode([Answer].self, from: Data(contentsOf: output))
      try #require(answers.count == Self.count)
      var (differences, left) = (0, 0)
      for (spelling, answer) in zip(spellings, answers) {
        let base = spelling.base.map { WebAddress($0) }
        let address =
          base.map { $0.flatMap { WebAddress(spelling.text, relativeTo: $0) } }
          ?? WebAddress(spelling.text)
        guard address?.text != answer.href else { continue }
        if answer.isOracleWrong {
          left += 1
        } else {
          differences += 1
          #expect(address?.text == answer.href, "\(spelling)")
        }
      }
      print(
        "\(Self.count) spellings, seed \(Self.seed): \(differences) differences, \(left) left out")
      #expect(left < Self.count / 1_000)
    }
  }

  private struct Answer: Decodable {
    var href: String?
    var isOracleWrong: Bool
  }

  /// Marks the addresses for which Node 20 differs from the standard: it leaves `..` after a
  /// segment that begins with a dot, and checks the bidi rule label by label. Encodes carets in
  /// paths, as the standard does since 2023.
  private static let script = #"""
    const fs = require("fs");
    const isWeb = url => /^https?:$/.test(url.protocol);
    const answers = JSON.parse(fs.readFileSync(process.argv[1])).map(([text, base]) => {
      try {
        const url = new URL(text, base);
        if (!isWeb(url) || (base !== undefined && !isWeb(new URL(base)))) return {isOracleWrong: false};
        const path = url.pathname;
        const start = url.href.indexOf("/", url.protocol.length + 2);
        const href = url.href.slice(0, start) + path.replaceAll("^", "%5E")
          + url.href.slice(start + path.length);
        const host = require("url").domainToUnicode(url.hostname);
        const isOracleWrong = path.split("/").some(part => part === "." || part === "..")
          || /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(host);
        return {href, isOracleWrong};
      } catch { return {isOracleWrong: false} }
    });
    fs.writeFileSync(process.argv[2], JSON.stringify(answers));
    """#
}
