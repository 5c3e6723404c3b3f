import Foundation
import TestSupport
import Testing

/// The arguments of the real program.
@Suite(.takesTurn)
struct ProgramArgumentsTests {
  #if os(Linux)
    @Test("a preloaded library that changes the environment doesn't make arguments vanish")
    func preloaded() async throws {
      try await withTemporaryHome { home in
        // As libfaketime does: the environment gets another place in memory.
        let library = """
          #include <stdlib.h>
          __attribute__((constructor)) static void change(void) { setenv("ADDED", "1", 1); }
          """
        try Data(library.utf8).write(to: home.file("change.c"))
        let built = try await CommandRun(
          shell: "clang -shared -fPIC -o change.so change.c", in: home)
        try #require(built.exitCode == 0, "\(built.error)")
        let run = try await CommandRun(
          shell: "LD_PRELOAD=\"$HOME/change.so\" $raylette config path", in: home)
        #expect(run.output == "\(home.file(".config/raylette/config.yml").path())\n")
        #expect(run.exitCode == 0, "\(run.error)")
      }
    }
  #endif

  @Test("file names that aren't UTF-8 are found, also after an option's equals sign")
  func bytes() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: """
          name=$(printf 'caf\\351.txt'); echo https://a.example > "$name"
          $raylette saved import "$name" && $raylette spin --no-fetch --wheel="$name"
          """, in: home)
      #expect(run.exitCode == 0 && run.output.contains("1 added"), "\(run.error)")
      #expect(run.output.contains("https://a.example/"))
    }
  }
}
