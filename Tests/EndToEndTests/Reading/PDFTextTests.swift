import Foundation
import LinkExchange
import TestSupport
import Testing

/// PDF files, read with pdftotext where it's installed.
@Suite(
  .takesTurn,
  .enabled(if: ChildProcess.exists("pdftotext", in: ProcessInfo.processInfo.environment)))
struct PDFTextTests {
  /// A file of one page with lines of text (ISO 32000-1, section 7.5).
  private static func file(_ lines: String...) -> [UInt8] {
    let text = lines.map { "(\($0)) Tj 0 -40 Td" }.joined(separator: " ")
    let content = "BT /F1 12 Tf 72 720 Td \(text) ET"
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        + "/Resources << /Font << /F1 5 0 R >> >> >>",
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    var file = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { file += String(format: "%010d 00000 n \n", offset) }
    file += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
  }

  @Test("the text of a PDF file is read, and a broken one has none")
  func reads() async throws {
    try await withServer([
      "/a.pdf": .page(Self.file("A ray is half a line."), type: "application/pdf"),
      "/b.pdf": .page("%PDF-1.4\nnot really".utf8, type: "application/pdf"),
    ]) { server in
      try await withTemporaryHome { home in
        let good = try await CommandRun(
          ["read", "--text", server.url("/a.pdf").absoluteString], in: home)
        #expect(good.output == "A ray is half a line.\n", "\(good.error)")
        let broken = try await CommandRun(["read", server.url("/b.pdf").absoluteString], in: home)
        #expect(broken.exitCode == 1 && broken.output.isEmpty)
        #expect(broken.error == "raylette: This page has no article to read.\n")
      }
    }
  }
}
