import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid
import Testing

@testable import RayletteApp

/// The share sheet, from pressing S to the message about the result.
struct ShareUpdateTests {
  let card = Samples.ended(.success(Samples.article))

  @Test("an activity is chosen by its key, or by moving to it and pressing enter")
  func choose() {
    var byKey = Samples.sharing(card)
    let effects = press(.character("t"), in: &byKey)
    #expect(
      effects == [.share(byKey.lastRequest, .copy(.titleAndAddress), .link(Samples.article))])
    var byMoving = Samples.sharing(card)
    #expect(press(.character("j"), .down, .enter, in: &byMoving) == effects)
    #expect(byMoving == byKey)
  }

  @Test("the names begin after the widest key")
  func longKeys() {
    var state = Samples.sharing(card)
    #expect(render(state).text.contains("m   Copy as Markdown"))
    state.surroundings.keyMap = KeyMap([KeyChange(KeyChord(.pageDown), ["share.copy-markdown"])])
    let label = state.surroundings.keyMap.label(of: "share.copy-markdown")
    #expect(label.count > 3 && render(state).text.contains("\(label) Copy as Markdown"))
  }

  @Test("the sheet closes when sharing is done, and a message says what was done")
  func completed() {
    var state = Samples.sharing(card)
    press(.enter, in: &state)
    #expect(render(state).text.contains("Copying. Press esc to cancel."))
    _ = update(
      &state,
      .share(
        .ended(
          state.lastRequest, .copy(.address),
          .success(.copied(linkCount: 1, .program("xclip"))))))
    #expect(state.overlay == nil)
    #expect(render(state).text.contains("✓ Copied the address to the clipboard with xclip."))
  }

  @Test("a failure shows its reason and keeps the sheet open")
  func failed() {
    var state = Samples.sharing(card)
    press(.character("e"), in: &state)
    let why = ShareFailure.noMailOpener(["xdg-open"])
    _ = update(&state, .share(.ended(state.lastRequest, .email, .failure(why))))
    #expect(state.notice == .failure("Not sent: nothing here opens mail (xdg-open)."))
    #expect(press(.character("y"), in: &state).count == 1)
  }

  @Test("esc cancels the current activity; the sheet says so when it has ended")
  func cancel() {
    var state = Samples.sharing(card, commands: Samples.commands)
    press(.character("1"), in: &state)
    let id = state.lastRequest
    // No other activity starts meanwhile.
    #expect(press(.character("y"), .enter, .character("j"), .character("o"), in: &state).isEmpty)
    #expect(press(.escape, in: &state) == [.cancel(id)])
    #expect(state.sheet?.phase == .working(id, .command(Samples.commands[0])))
    _ = update(&state, .share(.ended(id, .command(Samples.commands[0]), .failure(.cancelled))))
    #expect(state.sheet?.phase == .choosing)
    #expect(state.notice == .information("Cancelled: Toot."))
    press(.escape, in: &state)
    #expect(
      state
        == {
          var state = card
          state.lastRequest = id
          state.surroundings.shareCapabilities = .init(
            makesCodes: true, commands: Samples.commands)
          return state
        }())
  }

  @Test("the browser opens the link of the sheet, wherever the cursor is")
  func openPicked() {
    var store = SampleStore(links: Samples.savedLinks)
    var state = Samples.state(saved: store.links)
    store.press(.tab, .space, .character("S"), in: &state)
    let picked = Samples.savedLinks[0]
    #expect(state.saved.cursorID != picked.id)
    let effects = press(.character("o"), in: &state)
    #expect(effects == .opening(picked, marking: state.lastRequest))
  }

  @Test("the header and activities that need metadata wait for the page")
  func loading() throws {
    var state = Samples.sharing(Samples.loading())
    let before = render(state)
    #expect(before.text.contains("loading…"))
    #expect(before.text.contains("◦ craftinginterpreters.com"))
    #expect(press(.character("m"), in: &state).isEmpty)
    #expect(render(state).text.contains("Waiting for the page. Press esc to cancel."))
    let id = try #require(state.spin.card?.id)
    let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
    let effects = update(&state, .program(.previewLoaded(id, .success(entry))))
    #expect(effects.contains(.share(state.lastRequest, .copy(.markdown), .link(Samples.article))))
    let after = render(state)
    #expect(after.text.contains("Crafting Interpreters"))
    // The activities stay in their rows.
    func keys(_ grid: Grid) -> [Int] {
      let lines = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.indices.filter { lines[$0].contains("Copy ") || lines[$0].contains("Save as") }
    }
    #expect(keys(before) == keys(after) && keys(before).count == 6)
  }

  @Test("the address can be shared while the page loads")
  func addressAtOnce() {
    var state = Samples.loading()
    let bare = Samples.bare("https://craftinginterpreters.com/")
    #expect(
      press(.character("y"), in: &state)
        == [.share(state.lastRequest, .copy(.address), .link(bare))])
    state = Samples.sharing(state)
    #expect(
      press(.character("c"), in: &state) == [.share(state.lastRequest, .code, .link(bare))])
    state = Samples.sharing(Samples.loading())
    press(.character("m"), in: &state)
    press(.escape, in: &state)
    #expect(state.sheet?.phase == .choosing)
  }

  @Test("a page that fails to load doesn't block the activity that waits for it")
  func failedPage() throws {
    var state = Samples.sharing(Samples.loading())
    press(.character("e"), in: &state)
    let id = try #require(state.spin.card?.id)
    let effects = update(&state, .program(.previewLoaded(id, .failure(.failed(.httpStatus(404))))))
    let bare = Samples.bare("https://craftinginterpreters.com/")
    #expect(effects.contains(.share(state.lastRequest, .email, .link(bare))))
  }

  @Test("y and S in Saved share the selected links, or the link at the cursor if there are none")
  func saved() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .down, in: &state)
    #expect(
      press(.character("y"), in: &state)
        == [.share(state.lastRequest, .copy(.address), .saved([3]))])
    store.press(.space, .space, in: &state)
    #expect(
      press(.character("y"), in: &state)
        == [.share(state.lastRequest, .copy(.address), .saved([3, 2]))])
    state = Samples.sharing(state, commands: Samples.commands)
    #expect(render(state).text.contains("2 links"))
    // Activities for a single link aren't offered.
    #expect(
      press(.character("e"), .character("c"), .character("o"), .character("1"), in: &state).isEmpty)
    #expect(
      press(.character("b"), in: &state)
        == [.share(state.lastRequest, .save(.bookmarks), .saved([3, 2]))])
  }

  @Test("o in the sheet opens the link and closes the sheet")
  func open() {
    var state = Samples.sharing(card)
    #expect(press(.character("o"), in: &state) == [.system(.open(Samples.article.originalURL))])
    #expect(state.overlay == nil)
  }

  @Test("QR codes and commands are offered only if they're available")
  func means() {
    var state = Samples.sharing(card)
    state.modals.close()
    state.surroundings.shareCapabilities = ShareCapabilities()
    press(.character("S"), in: &state)
    #expect(!render(state).text.contains("QR"))
    #expect(press(.character("c"), .character("1"), in: &state).isEmpty)
    press(.escape, in: &state)
    state.spin.card = nil
    press(.character("S"), .character("y"), in: &state)
    #expect(state.overlay == nil)
  }

  @Test("every activity can be reached on the smallest terminal")
  func small() {
    var state = Samples.sharing(
      Samples.ended(.success(Samples.article), columns: 40, rows: 10), commands: Samples.commands)
    #expect(render(state).text.contains("Crafting Interpreters"))
    #expect(state.sheet?.activities.count == 18)
    for activity in state.sheet?.activities ?? [] {
      #expect(render(state).text.contains(activity.description.name))
      press(.down, in: &state)
    }
  }

  @Test("the mouse chooses an activity, scrolls, and closes the sheet")
  func mouse() throws {
    var state = Samples.sharing(card)
    let lines = render(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Copy as Markdown") })
    let effects = update(&state, .mouse(.pressed(x: 30, y: row, count: 1)))
    #expect(effects == [.share(state.lastRequest, .copy(.markdown), .link(Samples.article))])
    state = Samples.sharing(card)
    _ = update(&state, .mouse(.scrolled(rows: 3)))
    #expect(state.sheet?.selection == 1)
    _ = update(&state, .mouse(.pressed(x: 30, y: row - 3, count: 1)))
    #expect(state.sheet != nil)
    _ = update(&state, .mouse(.pressed(x: 0, y: 5, count: 1)))
    #expect(state.sheet == nil)
  }
}
