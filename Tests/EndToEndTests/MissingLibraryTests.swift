import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A machine without libcurl.
  @Suite(.takesTurn)
  struct MissingLibraryTests {
    @Test("without libcurl one sentence names the package, and all else works")
    func missing() async throws {
      try await withTemporaryHome { home in
        // The linker looks no further than for a file of the name, which is no library here.
        for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
          try Data("no library".utf8).write(to: home.file(name))
        }
        let hidden = "LC_ALL=C.UTF-8 LD_LIBRARY_PATH=\(home.url.path()) $raylette"
        let preview = try await CommandRun(shell: "\(hidden) preview http://127.0.0.1:1/", in: home)
        #expect(preview.exitCode != 0)
        #expect(
          preview.error.contains(
            "libcurl, which fetches pages, is missing; install the package libcurl4"),
          "\(preview.output)\(preview.error)")
        let saved = try await CommandRun(
          shell: "\(hidden) saved add https://a.example/ && \(hidden) saved list",
          in: home)
        #expect(saved.exitCode == 0 && saved.output.contains("a.example"), "\(saved.error)")
        let doctor = try await CommandRun(shell: "\(hidden) doctor", in: home)
        #expect(doctor.output.contains("broken\tlibcurl\tmissing"), "\(doctor.output)")
      }
    }
  }
#endif
