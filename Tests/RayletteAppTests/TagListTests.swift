import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The list in which tags are put on links and taken off.
struct TagListTests {
  private var store = SampleStore(links: Samples.annotatedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  @discardableResult
  private mutating func press(_ keys: Key...) -> [Effect] {
    keys.flatMap { store.press($0, in: &state) }
  }

  private mutating func type(_ text: String) {
    for key in text { store.press(.character(key), in: &state) }
  }

  private func tags(of id: SavedLink.ID) -> [String] {
    store.links.first { $0.id == id }?.tags ?? []
  }

  /// The rows in the box.
  private var rows: [String] {
    guard let chooser = state.chooser else { return [] }
    let layout = ChooserLayout(chooser, in: state.surroundings)
    let lines = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    return (layout.rows.y..<layout.rows.maxY).compactMap { y in
      let row = lines[y].split(separator: "│").max { $0.count < $1.count } ?? ""
      let words = row.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return words.isEmpty ? nil : words
    }
  }

  @Test("the list shows what all, some and none of the links have, with the count of all links")
  mutating func shares() {
    type("  t")
    #expect(state.chooser?.title == "Tags of 2 links")
    #expect(
      rows == ["▌ ● #compilers 2", "◐ #books 1", "◐ #c++ 1", "◐ #日本語 1"])
    press(.escape)
    press(.escape, .end)
    type("t")
    #expect(state.chooser?.title == "Tags of 1 link")
    #expect(rows == ["▌ ○ #compilers 2", "○ #books 1", "○ #c++ 1", "○ #日本語 1"])
  }

  @Test("space puts a tag and takes it off; one that some have comes back to that")
  mutating func toggles() {
    type("  t")
    let signs: [(String, [String])] = [
      ("#compilers", ["○", "●"]), ("#books", ["●", "○", "◐"]), ("#c++", ["●", "○", "◐"]),
    ]
    for (tag, expected) in signs {
      for sign in expected {
        press(.space)
        #expect(rows.contains { $0.contains("\(sign) \(tag)") }, "\(tag) \(sign)")
      }
      press(.down)
    }
    #expect(press(.enter).isEmpty && state.chooser == nil)
    #expect(store.links == Samples.annotatedLinks && !state.saved.undo.canUndo)
  }

  @Test("enter makes one change, and one undo takes it back")
  mutating func oneChange() {
    type("  t")
    press(.space, .down, .tab)
    type("swift ")
    #expect(rows.first == "▌ ● #swift new")
    let effects = update(&state, .keyPressed(.enter))
    let change = TagChange(added: ["books", "swift"], removed: ["compilers"])
    #expect(effects.changes == [.make(.changeTags(change, of: [4, 3]))])
    store.settle(effects, in: &state)
    #expect(tags(of: 4) == ["日本語", "books", "swift"])
    #expect(tags(of: 3) == ["books", "c++", "swift"])
    #expect(state.notice == .information("Tagged 2 links. Press u to undo."))
    #expect(state.saved.selectedIDs.isEmpty)
    press(.character("u"))
    #expect(store.links.map(\.tags) == Samples.annotatedLinks.map(\.tags))
  }

  @Test(
    "typed text and enter put the tag at the cursor, without another key",
    arguments: [
      ("comp", ["compilers"]), ("books", ["books"]), ("new", ["new"]), ("#New", ["New"]),
      ("BOOKS", ["books"]), ("c++", ["c++"]), ("c", ["compilers"]), ("\"to  read", ["to read"]),
      ("\"to read\"", ["to read"]), ("swift ios", ["swift", "ios"]), ("ook", ["books"]),
      ("swift bo", ["swift", "books"]), ("日", ["日本語"]), ("-draft", []), ("", []), ("\"", []),
    ] as [(String, [String])])
  mutating func quickly(text: String, expected: [String]) {
    press(.end)
    type("t\(text)")
    press(.enter)
    #expect(tags(of: 1) == expected)
    #expect((state.chooser == nil) == (text != "-draft"))
    if text == "-draft" { #expect(state.notice?.text == "No matches.") }
  }

  @Test("enter never takes a typed tag off, and space does")
  mutating func removal() {
    press(.down)
    type("tbooks")
    press(.enter)
    #expect(state.chooser == nil && tags(of: 3) == ["compilers", "books", "c++"])
    type("tbo ")
    #expect(rows.contains("▌ ○ #books 1") && state.chooser?.text.text == "")
    press(.enter)
    #expect(tags(of: 3) == ["compilers", "c++"])
    #expect(state.notice == .information("Untagged 1 link. Press u to undo."))
    // What was decided with space isn't changed by typing the tag once more.
    type("tc++ ")
    type("c+")
    press(.enter)
    #expect(tags(of: 3) == ["compilers"])
  }

  @Test("the best matches come first, and then the text as a new tag, unless it's there")
  mutating func search() {
    store.links[3].tags = ["raytracing", "graphics", "rails", "Ra"]
    type("tra")
    #expect(rows == ["▌ ○ #Ra 1", "○ #rails 1", "○ #raytracing 1", "○ #graphics 1"])
    type("i")
    #expect(rows == ["▌ ○ #rails 1", "+ new tag #rai"])
    press(.down)
    #expect(rows == ["○ #rails 1", "▌ + new tag #rai"])
    press(.enter)
    #expect(tags(of: 4).last == "rai")
  }

  @Test("esc discards everything")
  mutating func discards() {
    type("t x ")
    #expect(state.chooser?.tagChange.isEmpty == false)
    #expect(press(.escape).isEmpty && state.chooser == nil && !state.saved.undo.canUndo)
    #expect(store.links == Samples.annotatedLinks)
  }

  @Test(
    "a comma ends a tag, typed or pasted, except in quotation marks",
    arguments: [
      ("music,people", ["music", "people"]), ("music, people", ["music", "people"]),
      ("music,", ["music"]), (",", []), ("\"a, b\"", ["a, b"]), ("\"a, b\",c", ["a, b", "c"]),
    ])
  mutating func commas(text: String, expected: [String]) {
    for isPasted in [false, true] {
      store = SampleStore(links: Samples.manyLinks(1))
      state = Samples.state(saved: store.links)
      store.press(.tab, .character("t"), in: &state)
      if isPasted {
        store.settle(update(&state, .pasted(text)), in: &state)
      } else {
        type(text)
      }
      store.press(.enter, in: &state)
      #expect(store.links[0].tags.sorted() == expected, "\(isPasted)")
    }
  }

  @Test("pasted text is a name, with its spaces, and control characters don't get in")
  mutating func pasted() {
    press(.end)
    type("t")
    store.settle(update(&state, .pasted("to\u{1B}  read\u{202E}\nrm -rf")), in: &state)
    #expect(rows == ["▌ + new tag #to read"])
    press(.enter)
    #expect(tags(of: 1) == ["to read"])
  }

  @Test("only what was put and taken is changed, whatever another program does meanwhile")
  mutating func changedElsewhere() {
    type("t")
    press(.space)
    type("mine ")
    store.links[0].tags = ["compilers", "theirs"]
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    press(.enter)
    #expect(tags(of: 4) == ["theirs", "mine"])
  }

  @Test("space, enter and arrows wait for the tags of the links, and typing doesn't")
  func late() throws {
    var state = state
    var store = store
    let request = update(&state, .keyPressed(.character("t")))
    #expect(state.chooser?.isAwaited == true && render(state).text.contains("Tags of 1 link"))
    for key in "comp" { _ = update(&state, .keyPressed(.character(key))) }
    #expect(state.chooser?.text.text == "comp")
    _ = update(&state, .keyPressed(.space))
    #expect(update(&state, .keyPressed(.enter)).changes.isEmpty && state.chooser != nil)
    store.settle(request, in: &state)
    #expect(state.chooser == nil)
    #expect(store.links[0].tags == ["日本語"], "the link had the tag, so space took it off")
  }

  @Test("if the tags can't be read, the list closes and says why")
  func unreadable() throws {
    var state = state
    _ = update(&state, .keyPressed(.character("t")))
    let id = try #require(state.chooserRequest.pendingID)
    _ = update(&state, .chooser(.choicesRead(id, .failure(.busy(path: "/x")))))
    #expect(state.chooser == nil && state.notice?.kind == .failure)
  }

  @Test("a click puts a tag or takes it off, and one beside the list closes it")
  mutating func click() throws {
    type("t")
    let layout = ChooserLayout(try #require(state.chooser), in: state.surroundings)
    for sign in ["○", "●"] {
      _ = update(&state, .mouse(.pressed(x: layout.rows.x + 4, y: layout.rows.y, count: 1)))
      #expect(rows.first == "▌ \(sign) #compilers 2")
    }
    _ = update(&state, .mouse(.pressed(x: 1, y: layout.frame.maxY + 1, count: 1)))
    #expect(state.chooser == nil && store.links == Samples.annotatedLinks)
  }

  @Test("plain terminals and screen readers have signs of their own")
  mutating func plain() {
    type("  t")
    state.surroundings.appearance = Appearance(theme: Theme(colors: 0), symbols: .ascii, colors: 0)
    #expect(render(state).text.contains("> [x] #compilers"))
    #expect(render(state).text.contains("[-] #books"))
    state = state.accessible
    #expect(SpokenScreen(state).place == "Tags of 2 links")
    #expect(SpokenScreen(state).focus == ["compilers, all have it, 1 of 4"])
    press(.space)
    #expect(SpokenScreen(state).focus == ["compilers, none has it, 1 of 4"])
  }

  @Test("a page in the reader is tagged, and saved first if it isn't")
  func reader() throws {
    var state = Samples.reading()
    var store = SampleStore(links: [])
    store.press(.character("t"), .character("a"), .character("b"), in: &state)
    #expect(state.chooser?.title == "Tags of 1 link")
    let effects = update(&state, .keyPressed(.enter))
    guard case .write(.save(let id, let metadata))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(metadata == Samples.article)
    let link = SavedLink(id: 5, metadata: metadata, savedAt: Samples.now)
    let after = update(&state, .changes(.linkSaved(id, .success(.saved(link)))))
    #expect(after.changes == [.make(.addTags(["ab"], to: [5]))])
    #expect(state.page?.isSaved == true && state.page?.tagsAfterSave == nil)
    store = SampleStore(links: [link])
    store.press(.character("t"), .character("c"), in: &state)
    #expect(state.chooser?.purpose == .tagging(.links([5])))
    #expect(update(&state, .keyPressed(.enter)).changes == [.make(.addTags(["c"], to: [5]))])
  }

  @Test("a page isn't tagged later if saving it failed")
  func readerFailure() throws {
    var state = Samples.reading()
    var store = SampleStore(links: [])
    store.press(.character("t"), .character("a"), in: &state)
    let effects = update(&state, .keyPressed(.enter))
    guard case .write(.save(let id, _))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let after = update(&state, .changes(.linkSaved(id, .failure(.busy(path: "/x")))))
    #expect(after.changes.isEmpty && state.page?.tagsAfterSave == nil)
  }
}
