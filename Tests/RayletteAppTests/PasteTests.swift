import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Pasted text, and unbound keys in prompts.
struct PasteTests {
  private var store = SampleStore(links: Samples.savedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  @Test(
    "a prompt takes the first pasted line, without control characters and cut to 500",
    arguments: [
      ("craft", "craft"), ("\n\ncraft\nrm -rf", "craft"), ("cr\u{1B}[31maft\u{7}", "cr[31maft"),
      ("a\u{202E}b\tc", "ab c"), ("", ""), (String(repeating: "x", count: 9000), nil),
    ] as [(String, String?)])
  mutating func intoPrompts(pasted: String, text: String?) {
    store.press(.character("/"), in: &state)
    store.settle(update(&state, .pasted(pasted)), in: &state)
    #expect(state.prompt?.text == text ?? String(repeating: "x", count: 500))
    #expect(state.saved.query.filter.text == text ?? String(repeating: "x", count: 500))
    store.press(.escape, .character("t"), in: &state)
    store.settle(update(&state, .pasted(pasted)), in: &state)
    #expect(state.chooser?.text.text == text ?? String(repeating: "x", count: 500))
  }

  @Test(
    "what a prompt doesn't take of a paste is counted",
    arguments: [
      ("craft\n", nil), ("craft\n\n", nil),
      ("craft\nrm -rf", "Took the first line; 1 other was left out."),
      ("a\n\nb\nc", "Took the first line; 2 others were left out."),
      (
        String(repeating: "x", count: 501),
        "1 character doesn't fit in this line, which has at most 500."
      ),
      (
        String(repeating: "x", count: 1500),
        "1,000 characters don't fit in this line, which has at most 500."
      ),
    ] as [(String, String?)])
  mutating func left(pasted: String, message: String?) {
    for key in ["/", "t"] as [Character] {
      store.press(.character(key), in: &state)
      store.settle(update(&state, .pasted(pasted)), in: &state)
      #expect(state.notice?.text == message)
      store.press(.escape, in: &state)
    }
  }

  @Test("a character that a full line doesn't take is told")
  mutating func typed() {
    for key in ["/", "t", ":"] as [Character] {
      store.press(.character(key), in: &state)
      store.settle(update(&state, .pasted(String(repeating: "x", count: 500))), in: &state)
      #expect(state.notice == nil)
      store.press(.character("y"), in: &state)
      #expect(
        state.notice?.text == "1 character doesn't fit in this line, which has at most 500.")
      store.press(.escape, in: &state)
    }
  }

  @Test("the prompt for an address takes several, and any number can be pasted")
  mutating func several() {
    store.press(.character("a"), in: &state)
    _ = update(&state, .pasted("https://new.example/1\nhttps://new.example/2"))
    #expect(render(state).text.contains("Save 2 pasted addresses?"))
    store.press(.enter, in: &state)
    #expect(state.notice?.text == "Saved 2 links.")
    let many = (0..<1200).map { "https://many.example/\($0)" }.joined(separator: "\n")
    _ = update(&state, .pasted(many))
    guard case .save(let urls)? = state.question else {
      Issue.record("no question")
      return
    }
    #expect(urls.count == 1200)
  }

  @Test("a title or a tag that's too long is refused, and can be corrected")
  mutating func tooLong() {
    // A character can be several scalars.
    let title = String(repeating: "e\u{301}", count: 400)
    store.press(.character("E"), in: &state)
    store.press(.control("u"), in: &state)
    _ = update(&state, .pasted(title))
    store.press(.enter, in: &state)
    #expect(
      state.notice?.text == "A title has at most 500 characters; this one has 800."
        && state.prompt?.text.count == 400)
    store.press(.escape, .character("t"), in: &state)
    for _ in 0..<101 { store.press(.character("x"), in: &state) }
    store.press(.enter, in: &state)
    #expect(state.notice?.text == "A tag has at most 100 characters; this one has 101.")
    store.press(.backspace, .enter, in: &state)
    #expect(state.chooser == nil)
  }

  @Test("what the terminal's input couldn't take is said")
  mutating func refused() {
    _ = update(&state, .program(.letterRefused("ü")))
    #expect(state.notice?.text == "This locale has no U+00FC; use a UTF-8 locale.")
    _ = update(&state, .program(.pasteRefused(limit: 1_000_000)))
    #expect(
      state.notice?.text == "What was pasted has over 1,000,000 characters; none was taken.")
  }

  @Test("pasted text is inserted at the cursor")
  mutating func atCursor() {
    for key in "/ct" { store.press(.character(key), in: &state) }
    store.press(.left, in: &state)
    store.settle(update(&state, .pasted("raf")), in: &state)
    #expect(state.prompt?.text == "craft" && state.prompt?.cursor == 4)
    #expect(state.saved.ids == [3])
  }

  @Test(
    "a machine nearby needs no scheme, pasted or typed",
    arguments: [
      ("localhost:8080", "http://localhost:8080/"), ("[::1]:8080", "http://[::1]:8080/"),
      ("192.168.1.5", "http://192.168.1.5/"), ("nas.local\n", "http://nas.local/"),
    ])
  mutating func nearby(text: String, address: String) throws {
    let url = try #require(URL(string: address))
    _ = update(&state, .pasted(text))
    #expect(state.question == .save([url]))
    store.press(.escape, .character("a"), in: &state)
    _ = update(&state, .pasted(text))
    let effects = update(&state, .keyPressed(.enter))
    #expect(
      effects.contains { if case .write(.saveAddresses(_, [url])) = $0 { true } else { false } })
  }

  @Test("both tabs offer to save pasted addresses, and undo removes them in one step")
  mutating func addresses() {
    for tab in ["1", "2"] as [Character] {
      store.press(.alt(tab), in: &state)
      let text = "see https://new.example/\(tab), and\nhttps://craftinginterpreters.com/"
      #expect(update(&state, .pasted(text)).isEmpty)
      #expect(render(state).text.contains("Save 2 pasted addresses?"))
      let before = store.links.count
      store.press(.character("d"), .character("x"), in: &state)
      #expect(state.question != nil && store.links.count == before)
      store.press(.escape, in: &state)
      #expect(state.question == nil && store.links.count == before)
      _ = update(&state, .pasted(text))
      store.press(.enter, in: &state)
      #expect(store.links.count == before + 1)
      #expect(state.notice?.text == "Saved 1 link, 1 already saved.")
    }
    store.press(.character("u"), in: &state)
    #expect(state.notice?.text == "Undone: saved “new.example/2”.")
    #expect(state.saved.ids.count == 5)
  }

  @Test("the question names a single address; without addresses or disk space, a message says so")
  mutating func others() {
    _ = update(&state, .pasted("https://new.example/a"))
    #expect(render(state).text.contains("Save https://new.example/a?"))
    store.press(.character("n"), in: &state)
    _ = update(&state, .pasted("dddd"))
    #expect(state.notice?.text == "No web address in what was pasted.")
    #expect(state.saved.ids.count == 4)
    let full = StoreError.full(path: "/x")
    var broken = Samples.state(writeError: full)
    _ = update(&broken, .pasted("https://new.example/a"))
    #expect(broken.notice?.text == "Not saved: cannot write /x: the disk is full.")
  }

  @Test(
    "unbound keys change neither the prompt nor the list",
    arguments: [
      .alt("x"), .alt("["), .control("x"), .backTab, .tab, .control("c"), .pageDown,
    ] as [Key])
  mutating func unknownKeys(key: Key) {
    for letter in "/tru" { store.press(.character(letter), in: &state) }
    let before = state.prompt
    store.press(key, in: &state)
    #expect(state.prompt?.text == before?.text && state.prompt?.cursor == before?.cursor)
    store.press(.character("d"), in: &state)
    #expect(state.prompt?.text == "trud" && !state.saved.undo.canUndo)
  }

  @Test("Alt moves and deletes by word")
  mutating func words() {
    for letter in "/one two" { store.press(.character(letter), in: &state) }
    store.press(.alt("b"), .alt("b"), .alt("f"), in: &state)
    #expect(state.prompt?.cursor == 3)
    store.press(.alt("d"), in: &state)
    #expect(state.prompt?.text == "one")
    store.press(.alt("\u{7F}"), in: &state)
    #expect(state.prompt?.text == "")
  }
}

/// Commands act on the selected links.
struct PickedLinksTests {
  private var store = SampleStore(links: Samples.manyLinks(50))
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  @Test(
    "enter and o open the selected links, not the link at the cursor",
    arguments: [Key.enter, .character("o")])
  mutating func opens(key: Key) {
    store.press(.space, .space, in: &state)
    let links = (store.links[0], store.links[1])
    let effects = press(key, in: &state)
    #expect(effects == .opening(links.0, links.1, marking: state.lastRequest))
    store.settle(effects, in: &state)
    #expect(state.notice?.text == "Marked 2 links as read. Press u to undo.")
  }

  @Test("opening more than five links asks for confirmation")
  mutating func asks() {
    for _ in 0..<6 { store.press(.space, in: &state) }
    #expect(store.press(.enter, in: &state).isEmpty)
    #expect(render(state).text.contains("Open 6 links?"))
    #expect(render(state).text.hasSuffix("enter yes   esc no"))
    state.surroundings.size.rows = 10
    #expect(render(state).text.hasSuffix("Open 6 links? enter opens, esc cancels"))
    state.surroundings.size.rows = 24
    #expect(store.press(.escape, in: &state).isEmpty)
    #expect(state.saved.selectedIDs.count == 6)
    store.press(.enter, in: &state)
    #expect(store.press(.enter, in: &state).count == 12)
  }

  @Test("selected links far off screen are opened, too")
  mutating func farAway() {
    store.press(.space, .character("G"), in: &state)
    for _ in 0..<30 { store.press(.pageUp, .pageDown, in: &state) }
    store.press(.character("*"), .enter, in: &state)
    let effects = store.press(.enter, in: &state)
    let opened = effects.flatMap { effect -> [SavedLink.ID] in
      switch effect {
      case .write(.markOpened(let id)): [id]
      case .system(.openSaved(let ids)): ids
      default: []
      }
    }
    let all = store.links.map(\.id)
    #expect(Set(opened) == Set(all))
  }

  @Test("a note can be edited for only one link at a time")
  mutating func note() {
    store.press(.space, .character("j"), in: &state)
    #expect(store.press(.character("e"), in: &state) == [.system(.editNote(50))])
    store.press(.space, in: &state)
    #expect(store.press(.character("e"), in: &state).isEmpty)
    #expect(state.notice?.text == "A note belongs to one link; deselect the others first.")
  }

  @Test("tags go to the links that were chosen when the list opened")
  mutating func tags() {
    store.press(.character("t"), .character("x"), in: &state)
    store.links.removeAll { $0.id == 50 }
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    store.press(.enter, in: &state)
    let isTagged = store.links.contains { !$0.tags.isEmpty }
    #expect(!isTagged)
    #expect(state.notice?.text == "Nothing to change.")
  }

  @Test("leaving the tab with the mouse closes the prompt")
  mutating func leavesPrompt() {
    store.press(.character("/"), .character("4"), in: &state)
    store.settle(update(&state, .mouse(.pressed(x: 12, y: 0, count: 1))), in: &state)
    #expect(state.tab == .spin && state.prompt == nil)
  }
}

/// Undo reverts the last requested change, even while it's being written.
struct UndoOrderTests {
  @Test("undo reverts the last change, written or not, and names it")
  func pending() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .character("d"), in: &state)
    let removal = update(&state, .keyPressed(.character("d")))
    let undo = update(&state, .keyPressed(.character("u")))
    #expect(removal.changes == [.make(.trash([3], at: Samples.now))])
    guard case .write(.change(let id, _, _))? = removal.first else { return }
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(id)))])
    store.settle(removal + undo, in: &state)
    #expect(store.links.filter { $0.trashedAt != nil }.map(\.id) == [4])
    #expect(state.notice?.text == "Undone: removed “Crafting Interpreters”.")
    #expect(state.saved.cursorID == 3)
  }

  @Test("undoing a failed change doesn't revert an earlier one")
  func failed() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .character("d"), in: &state)
    let removal = update(&state, .keyPressed(.character("d")))
    let undo = update(&state, .keyPressed(.character("u")))
    store.failure = .busy(path: "/x")
    let left = store.settle(Array(removal.prefix(1)), in: &state)
    #expect(left.isEmpty && state.notice?.text.hasPrefix("Not changed") == true)
    store.failure = nil
    store.settle(undo, in: &state)
    #expect(store.links.filter { $0.trashedAt != nil }.map(\.id) == [4])
    #expect(state.saved.undo.canUndo)
  }

  @Test("a change without effect says so, and adds no undo step")
  func empty() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    for index in store.links.indices { store.links[index].trashedAt = Samples.now }
    store.press(.character("*"), .character("d"), in: &state)
    #expect(state.notice?.text == "Nothing to change.")
    #expect(!state.saved.undo.canUndo)
  }

  @Test("only the link that was saved is marked as saved, until the save is undone")
  func saves() throws {
    var state = Samples.ended(.success(Samples.article))
    _ = update(&state, .keyPressed(.character("s")))
    let id = state.lastRequest
    let first = state.spin.card?.id
    press(.space, in: &state)
    let link = SavedLink(id: 1, metadata: Samples.article, savedAt: Samples.now)
    _ = update(&state, .changes(.linkSaved(id, .success(.saved(link)))))
    #expect(state.spin.card?.isSaved == false && state.spin.card?.id != first)
    let lookUp = try #require(state.spin.card?.lookUp.id)
    _ = update(&state, .spin(.lookedUp(lookUp, link)))
    #expect(state.spin.card?.isSaved == true)
    _ = update(&state, .changes(.ended(id, .undo, .success(.replayed(.saved, [1], trashed: [1])))))
    _ = update(&state, .spin(.lookedUp(lookUp, link)))
    _ = update(&state, .spin(.lookedUp(try #require(state.spin.card?.lookUp.id), nil)))
    #expect(state.spin.card?.isSaved == false, "an undone save no longer counts as saved")
  }
}
