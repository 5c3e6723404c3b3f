// swift-tools-version: 6.2
import PackageDescription

// Homebrew keeps its ncurses apart from the older one in macOS. Only the C target that includes its
// headers is told where, and does without modules, because those of macOS have the older headers.
#if os(macOS)
  #if arch(arm64)
    let homebrew = Context.environment["HOMEBREW_PREFIX"] ?? "/opt/homebrew"
  #else
    let homebrew = Context.environment["HOMEBREW_PREFIX"] ?? "/usr/local"
  #endif
  let ncurses = "\(homebrew)/opt/ncurses"
  let ncursesHeaders: [CSetting] = [
    .unsafeFlags(["-fno-modules", "-I\(ncurses)/include/ncursesw", "-I\(ncurses)/include"])
  ]
  let ncursesFolder: [LinkerSetting] = [.unsafeFlags(["-L\(ncurses)/lib"])]
#else
  let ncursesHeaders: [CSetting] = []
  let ncursesFolder: [LinkerSetting] = []
#endif

let package = Package(
  name: "raylette",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "raylette", targets: ["raylette"]),
    .library(name: "Markup", targets: ["Markup"]),
    .library(name: "LinkPreview", targets: ["LinkPreview"]),
    .library(name: "Articles", targets: ["Articles"]),
    .library(name: "LinkFetching", targets: ["LinkFetching"]),
    .library(name: "Bookmarks", targets: ["Bookmarks"]),
    .library(name: "Links", targets: ["Links"]),
    .library(name: "LinkStore", targets: ["LinkStore"]),
  ],
  dependencies: [
    // SQLite with migrations, typed rows and safe concurrency.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Command-line options, help and shell completions.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // Starts child processes from an argument vector, never through a shell.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // The path types in swift-subprocess's API.
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    // Parses the config file with the line of each value, so that an error can name it.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(
      name: "CNcurses", cSettings: ncursesHeaders,
      linkerSettings: ncursesFolder + [.linkedLibrary("ncursesw")]),
    // What the bytes of a page or file are read with:
    // - uchardet guesses the charset where none is declared, with the statistics of languages that
    //   Mozilla's browsers had for it. Foundation has none of its own on Linux.
    // - expat streams XML. Foundation's XMLParser would link libxml2 and ICU. Part of the macOS SDK.
    // - zlib inflates what is compressed. Part of the macOS SDK.
    .systemLibrary(
      name: "CDecoders", pkgConfig: "uchardet",
      providers: [
        .apt(["libuchardet-dev", "libexpat1-dev", "zlib1g-dev"]), .brew(["uchardet"]),
      ]),
    // GitHub's version of the CommonMark reference parser, which knows tables and footnotes, too.
    .systemLibrary(
      name: "CCmark", pkgConfig: "libcmark-gfm",
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
      ]),
    // Orders text that reads from right to left for the screen, by the Unicode Bidirectional
    // Algorithm, and joins Arabic letters. Swift's own Unicode tables have no bidi classes, and the
    // ICU that has them is part of Swift for Linux only.
    .systemLibrary(
      name: "CFribidi", pkgConfig: "fribidi",
      providers: [.apt(["libfribidi-dev"]), .brew(["fribidi"])]),
    // Loads libcurl when the first page is fetched, and the libraries of brotli and Zstandard that it
    // depends on.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // What only C can do in the program's own process: the terminal after a crash, signals, the
    // arguments as bytes, memory, and what the build was made of.
    .target(
      name: "CProcess",
      cSettings: ["COMMIT", "LIBRARIES"].map { name in
        .define("RAYLETTE_\(name)", to: "\"\(Context.environment["RAYLETTE_\(name)"] ?? "")\"")
      }),
    // Converts international host names, and sorts titles by the rules of a language, with the ICU
    // that's part of Swift for Linux, and of macOS.
    .target(
      name: "CICU",
      linkerSettings: [
        .linkedLibrary("_FoundationICU", .when(platforms: [.linux])),
        .linkedLibrary("icucore", .when(platforms: [.macOS])),
      ]),

    .target(
      name: "Markup",
      dependencies: ["CCmark", "CDecoders", "CICU", "Localization"],
      resources: [.embedInCode("Tokenizer/character-references.txt")],
      // The C library has it elsewhere.
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    .target(name: "CTranslations", exclude: ["de.po", "ja.po", "zh_CN.po", "zh_TW.po"]),
    // The program's texts in the reader's language.
    .target(name: "Localization", dependencies: ["CTranslations"]),
    .target(name: "TaskLimits"),
    .target(name: "LinkPreview", dependencies: ["Localization", "Markup"]),
    .target(name: "Articles", dependencies: ["LinkPreview", "Localization", "Markup"]),
    .target(
      name: "LinkFetching",
      dependencies: [
        "Articles", "CCurl", "LinkPreview", "Localization", "Markup", "TaskLimits",
      ]),
    .target(
      name: "Bookmarks",
      // GRDB reads Firefox's file, which is a SQLite database.
      dependencies: [
        "CProcess", "Localization", "Markup", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(name: "Links", dependencies: ["Articles", "LinkPreview", "Localization", "Markup"]),
    .target(
      name: "LinkStore",
      dependencies: [
        "Articles", "Bookmarks", "CICU", "LinkPreview", "Links",
        "Localization", "Markup", "TaskLimits",
        .product(name: "GRDB", package: "GRDB.swift"),
        // SQLite's C API, because GRDB doesn't tell whether a database file was moved.
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "LinkExchange",
      dependencies: [
        "LinkStore", "Links", "Localization", "Markup", "TaskLimits",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(
          name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "TerminalGrid", dependencies: ["CFribidi"]),
    .target(
      name: "RayletteApp",
      dependencies: ["Articles", "LinkPreview", "Links", "Localization", "Markup", "TerminalGrid"]),
    .target(
      name: "CursesTerminal",
      dependencies: ["CNcurses", "CProcess", "Localization", "TerminalGrid"]),
    .target(
      name: "Favorites",
      dependencies: [
        "Articles", "Bookmarks", "LinkExchange", "LinkFetching", "LinkPreview",
        "LinkStore", "Links", "Localization", "Markup", "TaskLimits",
      ],
      resources: [.embedInCode("Sources/tutorials.tsv"), .embedInCode("Sources/classic.tsv")]),
    .executableTarget(
      name: "raylette",
      dependencies: [
        "Articles", "Bookmarks", "CProcess",
        "CursesTerminal", "Favorites", "LinkExchange", "LinkFetching", "LinkPreview", "LinkStore",
        "Links", "Localization", "Markup", "RayletteApp", "TaskLimits",
        "TerminalGrid",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(
          name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
        .product(name: "Yams", package: "Yams"),
      ],
      resources: [
        .embedInCode("System/Configuration/config.yml"),
        .embedInCode("System/Configuration/Themes/catppuccin-latte.yml"),
        .embedInCode("System/Configuration/Themes/catppuccin-mocha.yml"),
        .embedInCode("System/Configuration/Themes/dracula.yml"),
        .embedInCode("System/Configuration/Themes/gruvbox-dark.yml"),
        .embedInCode("System/Configuration/Themes/gruvbox-light.yml"),
        .embedInCode("System/Configuration/Themes/nord.yml"),
        .embedInCode("System/Configuration/Themes/solarized-dark.yml"),
        .embedInCode("System/Configuration/Themes/solarized-light.yml"),
        .embedInCode("Commands/Completions/raylette.bash"),
        .embedInCode("Commands/Completions/raylette.zsh"),
        .embedInCode("Commands/Completions/raylette.fish"),
      ],
      // LLVM's linker, which comes with Swift, leaves equal functions out. Without exported symbols
      // the program starts sooner. Relocations aren't packed, because C libraries before glibc 2.36
      // couldn't load it.
      linkerSettings: [
        .unsafeFlags(
          ["-use-ld=lld", "-Xlinker", "--icf=safe", "-Xlinker", "--no-export-dynamic"],
          .when(platforms: [.linux], configuration: .release))
      ]),

    // Loads OpenSSL, which libcurl depends on, for the tests' servers.
    .target(
      name: "CTestTLS", path: "Tests/CTestTLS",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "TestSupport",
      dependencies: [
        "CTestTLS", "LinkStore", "Links", "Markup", "TaskLimits", "TerminalGrid",
        // Explains the statements of the stores.
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Support"),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
    .testTarget(name: "TerminalGridTests", dependencies: ["TerminalGrid", "TestSupport"]),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: ["CursesTerminal", "TerminalGrid", "TestSupport"]),
    .testTarget(
      name: "MarkupTests", dependencies: ["CCmark", "LinkExchange", "Markup", "TestSupport"]),
    .testTarget(
      name: "BookmarksTests",
      dependencies: [
        "Bookmarks", "Markup", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "TaskLimitsTests", dependencies: ["TaskLimits", "TestSupport"]),
    .testTarget(name: "LinkPreviewTests", dependencies: ["LinkPreview", "Markup", "TestSupport"]),
    .testTarget(
      name: "ArticlesTests", dependencies: ["Articles", "LinkPreview", "Markup", "TestSupport"]),
    .testTarget(
      name: "LinkFetchingTests",
      dependencies: [
        "Articles", "LinkFetching", "LinkPreview", "Localization", "Markup", "TaskLimits",
        "TestSupport",
      ]),
    .testTarget(
      name: "LinksTests",
      dependencies: ["LinkPreview", "Links", "Markup", "TestSupport"]),
    .testTarget(
      name: "LinkStoreTests",
      dependencies: [
        "Articles", "Bookmarks", "LinkPreview", "LinkStore", "Links",
        "Localization", "Markup", "TaskLimits", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "LinkExchangeTests",
      dependencies: [
        "Bookmarks", "Favorites", "LinkExchange", "LinkPreview", "LinkStore",
        "Links", "Markup", "TaskLimits", "TestSupport",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(
          name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
      ]),
    .testTarget(
      name: "FavoritesTests",
      dependencies: [
        "Articles", "Bookmarks", "Favorites", "LinkExchange", "LinkFetching", "LinkPreview",
        "LinkStore", "Links", "Markup", "TaskLimits", "TestSupport",
      ]),
    .testTarget(
      name: "RayletteAppTests",
      dependencies: [
        "Articles", "Favorites", "LinkPreview", "LinkStore", "Links", "Localization", "Markup",
        "RayletteApp", "TerminalGrid", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Frames"]),
    .testTarget(
      name: "RayletteTests",
      dependencies: [
        "Bookmarks", "Favorites", "LinkExchange", "LinkFetching", "LinkPreview",
        "LinkStore", "Links", "Localization", "Markup", "RayletteApp", "TaskLimits",
        "TerminalGrid", "TestSupport", "raylette",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Favorites", "LinkExchange", "LinkPreview", "LinkStore", "Links", "Localization", "Markup",
        "RayletteApp", "TaskLimits", "TerminalGrid", "TestSupport", "raylette",
        // The completion script that the program's own is held against.
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(
          name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
      ],
      // Its test reads it from here.
      exclude: ["Heard/session.txt"]),
  ]
)

// Keeps benchmarks out of users' builds; see Resources/benchmarks.
if Context.environment["RAYLETTE_BENCHMARKS"] == "1" {
  // Reports medians over many runs, with warm-up. The default trait is off, because it needs a
  // library that counts mallocs.
  package.dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []))
  package.targets.append(
    .executableTarget(
      name: "ExtractionBenchmarks",
      dependencies: [
        "LinkFetching", "LinkPreview", "TestSupport",
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Tests/Benchmarks/ExtractionBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}

// Fuzzes the tokenizer, extraction and articles with libFuzzer; see Resources/benchmarks/fuzz.sh.
if Context.environment["RAYLETTE_FUZZING"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "TokenizerFuzzer", dependencies: ["Markup"], path: "Tests/Fuzzing/TokenizerFuzzer",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "ExtractionFuzzer", dependencies: ["LinkPreview"],
      path: "Tests/Fuzzing/ExtractionFuzzer",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "ArticleFuzzer", dependencies: ["Articles"], path: "Tests/Fuzzing/ArticleFuzzer",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// Times extraction from real pages, finds their articles, and lists their elements; see pages.py,
// articles.py and elements.py in Resources/benchmarks.
if Context.environment["RAYLETTE_PAGE_BENCHMARK"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "PageBenchmark", dependencies: ["LinkPreview"],
      path: "Tests/Benchmarks/PageBenchmark",
      // So that a file with `@main` needn't be among others.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "ArticleBenchmark", dependencies: ["Articles"],
      path: "Tests/Benchmarks/ArticleBenchmark",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  package.targets.append(
    .executableTarget(
      name: "ElementList", dependencies: ["Markup"], path: "Tests/Benchmarks/ElementList",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// Times lists of saved links; see Tests/Benchmarks/ListingBenchmark.
if Context.environment["RAYLETTE_LISTING_BENCHMARK"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "ListingBenchmark",
      dependencies: ["Bookmarks", "LinkPreview", "LinkStore", "Links", "Localization"],
      path: "Tests/Benchmarks/ListingBenchmark"))
}

// Warnings are errors when the project itself is checked, but not when users build it with a newer
// compiler.
let isStrict = Context.environment["RAYLETTE_STRICT"] == "1"

// Debug builds of what draws screens are optimized, because the tests draw some ten thousand. Without
// it they take a third longer. No other package can depend on these targets.
let optimizedTargets = ["RayletteApp", "TerminalGrid"]

// Skips the C targets, which are listed by name.
for target in package.targets
where target.type != .system
  && ![
    "CCurl", "CICU", "CNcurses", "CProcess", "CTestTLS",
  ].contains(target.name)
{
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
  if optimizedTargets.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
  if isStrict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
