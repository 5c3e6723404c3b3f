import Foundation
import LinkPreview
import Links
import TerminalGrid

@testable import RayletteApp

/// States that tests start from.
enum Samples {
  static let now = Date(timeIntervalSince1970: 1_750_000_000)
  static let day: TimeInterval = 86_400

  static let wheel = Wheel(
    name: "tutorials",
    links: [
      .init(
        address: "https://craftinginterpreters.com/", topics: ["Programming Language"],
        language: "Java, C"),
      .init(address: "https://example.jp/%E5%85%A5%E9%96%80", topics: ["Compiler"], language: "C"),
      .init(address: "https://www.youtube.com/watch?v=1", topics: ["Game"], language: "C++"),
    ])

  static func state(
    columns: Int = 80, rows: Int = 24, wheel: Wheel = wheel, saved: [SavedLink] = [],
    writeError: StoreError? = nil
  ) -> AppState {
    var state = AppState(
      size: GridSize(columns: columns, rows: rows), now: now,
      wheel: WheelState(WheelDouble.add(wheel), seed: 1),
      saved: SavedState(total: saved.count), writeError: writeError)
    state.input.startCount = Tip.startLimit + 1
    var effects = state.effects {
      $0.update(\.saved) { $0.list(SavedQuery(), isAwaited: false, in: &$1) }
    }
    while let effect = effects.popLast() {
      guard case .read(let query) = effect else { continue }
      effects += SampleStore.answer(query, from: saved).map { update(&state, $0) } ?? []
    }
    return state
  }

  /// A state with a spun link whose metadata is loading.
  static func loading(_ index: Int = 0, columns: Int = 80, rows: Int = 24) -> AppState {
    let one = Wheel(name: wheel.name, links: [wheel.links[index]])
    var state = state(columns: columns, rows: rows, wheel: one)
    spin(&state)
    return state
  }

  /// A state after a spin has ended.
  static func ended(
    _ result: Result<LinkMetadata, LinkMetadataError>, link: Int = 0, columns: Int = 80,
    rows: Int = 24, fetchedAt: Date = now
  ) -> AppState {
    var state = loading(link, columns: columns, rows: rows)
    let entry = result.map { CachedMetadata(metadata: $0, fetchedAt: fetchedAt) }
    if let id = state.spin.card?.id { _ = update(&state, .program(.previewLoaded(id, entry))) }
    return state
  }

  static let article: LinkMetadata = {
    var metadata = bare("https://craftinginterpreters.com/")
    metadata.title = "Crafting Interpreters"
    metadata.siteName = "craftinginterpreters.com"
    metadata.kind = .article
    metadata.summary = """
      Everything you need to implement a full-featured, efficient scripting language. You'll learn \
      both high-level concepts around parsing and semantics and gritty details like bytecode \
      representation and garbage collection.
      """
    metadata.image = .init(url: metadata.url)
    return metadata
  }()

  /// The first paragraphs of the article.
  static let beginning = [
    """
    This book contains everything you need to implement a full-featured, efficient scripting \
    language. You'll learn both high-level concepts and gritty details.
    """,
    """
    Your brain will light up with new ideas, and your hands will get dirty and calloused. It's \
    going to be a blast.
    """,
    "Starting from main(), you build a language.",
  ]

  static let japanese: LinkMetadata = {
    var metadata = bare("https://example.jp/%E5%85%A5%E9%96%80")
    metadata.title = "日本語の入門チュートリアル：コンパイラを作りながら学ぶ低レイヤ 👨‍👩‍👦 🇯🇵"
    metadata.summary =
      "このページでは、簡単な電卓から始めて、少しずつ機能を足しながら、C言語のコンパイラを作っていきます。途中のすべての段階でテストを書き、動くものを手元に置きながら進みます。"
    return metadata
  }()

  static let video: LinkMetadata = {
    var metadata = bare("https://www.youtube.com/watch?v=1")
    metadata.title = "A game in C++, part 1"
    metadata.siteName = "YouTube"
    metadata.kind = .video
    metadata.remoteVideo = .init(url: metadata.url)
    return metadata
  }()

  static func bare(_ address: String) -> LinkMetadata {
    LinkMetadata(originalURL: URL(string: address) ?? URL(filePath: "/"))
  }

  static let savedLinks = [
    SavedLink(id: 4, metadata: japanese, savedAt: now.addingTimeInterval(-40)),
    SavedLink(id: 3, metadata: article, savedAt: now.addingTimeInterval(-2 * day)),
    SavedLink(id: 2, metadata: video, savedAt: now.addingTimeInterval(-3 * day)),
    SavedLink(
      id: 1, metadata: bare("https://build-your-own.org/redis"),
      savedAt: now.addingTimeInterval(-9 * day)),
  ]

  /// Links with tags, a note and check results.
  static let annotatedLinks: [SavedLink] = {
    var links = savedLinks
    links[0].tags = ["compilers", "日本語"]
    links[1].tags = ["compilers", "books", "c++"]
    links[1].note = "Chapter 14 explains bytecode well.\nRead it again."
    links[1].openedAt = now - day
    links[2].check = LinkCheck(outcome: .gone, checkedAt: now)
    links[3].check = LinkCheck(outcome: .unreachable("The host did not answer."), checkedAt: now)
    return links
  }()

  /// Numbered links, newest first.
  static func manyLinks(_ count: Int) -> [SavedLink] {
    (0..<count).map { number in
      var metadata = bare("https://example.org/\(number)")
      metadata.title = "Link \(number)"
      return SavedLink(
        id: Int64(count - number), metadata: metadata,
        savedAt: now.addingTimeInterval(-Double(number) * 3600))
    }
  }
}

extension RequestID {
  static let first = RequestID.none.next
}

extension [Effect] {
  /// The effects that open saved links whose addresses are already loaded, and the request that
  /// marks them as read.
  static func opening(_ links: SavedLink..., marking id: RequestID) -> [Effect] {
    links.flatMap { [.system(.open($0.url)), .write(.markOpened($0.id))] }
      + [
        .write(
          .change(id, .mark(.links(links.map(\.id)), isRead: true), .marked(isRead: true)))
      ]
  }
}

/// Updates a state with one key, or with two.
@discardableResult
func type(_ chord: KeyChord, in state: inout AppState) -> [Effect] {
  let effects = update(&state, .keyPressed(chord.first))
  return effects + (chord.second.map { update(&state, .keyPressed($0)) } ?? [])
}

/// Runs a command, whatever keys wait for.
func run(_ command: String, in state: inout AppState) -> [Effect] {
  state.effects {
    $0.run(command)
    $0.reconcile()
  }
}

/// Updates a state with key presses.
@discardableResult
func press(_ keys: Key..., in state: inout AppState) -> [Effect] {
  keys.flatMap { update(&state, .keyPressed($0)).drawn(in: &state) }
}
