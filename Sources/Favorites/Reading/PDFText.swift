package import Articles
package import Foundation
import LinkExchange
import LinkPreview

/// Reads the text of PDF files with the `pdftotext` program (Poppler), if that's installed. It runs
/// as a child process, so that the reader of an untrusted file has no access to our memory or
/// connections.
package struct PDFText: Sendable {
  private let program: String
  /// The tool that limits the resources of the process. See ``Chafa``.
  private let limiter: String?

  /// Finds the program. Returns nil if it isn't installed.
  init?(environment: [String: String]) {
    guard let program = ChildProcess.path(of: "pdftotext", in: environment) else { return nil }
    self.program = program
    limiter = ChildProcess.path(of: "prlimit", in: environment)
  }

  /// Returns the text of a file as an article, with the same paragraphs.
  /// - Throws: ``ArticleError/noArticle`` if the file has no readable text, as in a scan.
  package func article(of file: Data) async throws(ArticleError) -> Article {
    // Reads from and writes to pipes, in UTF-8, without form feeds between pages.
    let arguments = ["-q", "-enc", "UTF-8", "-nopgbrk", "-", "-"]
    let limits = ["--as=\(1 << 30)", "--cpu=20", "--core=0", "--", program]
    let child = await ChildProcess(
      limiter ?? program, limiter == nil ? arguments : limits + arguments)
    let completion = await child?.complete(
      environment: ["PATH": "/usr/bin:/bin"], input: Array(file), outputLimit: Self.limit,
      timeLimit: .seconds(30))
    guard case .succeeded(let text)? = completion else { throw .noArticle }
    return try Article(text: Data(text), charset: "utf-8", isWrapped: true)
  }

  /// The maximum size of a text in bytes.
  private static let limit = 8 << 20
}
