import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The icons of sites in the list: when they're requested, and where they're drawn.
struct SiteIconTests {
  private func places(_ state: AppState) -> [GridRect] {
    render(state).images.map(\.place).sorted { $0.y < $1.y }
  }

  /// The tile of a row in a list of two rows a link.
  private func tile(_ row: Int) -> GridRect { GridRect(x: 4, y: 3 + 2 * row, columns: 3, rows: 1) }

  @Test("each site is asked once, with the icons that its page names and that can be drawn")
  func requests() throws {
    var (state, _, effects) = Samples.savedWithIcons(["a", "b", "a", "a"])
    #expect(effects.iconSites == ["a.example", "b.example"])
    let request = try #require(effects.icons.first).request
    #expect(request.form == Samples.iconForm)
    #expect(request.page.icons.map(\.url.absoluteString) == ["https://a.example/i.png"])
    #expect(request.page.title == nil)
    #expect(update(&state, .program(.timePassed(Samples.now))).icons.isEmpty)
    #expect(press(.down, .up, in: &state).isEmpty)
  }

  @Test("drawings aren't requested")
  func formats() {
    var page = Samples.bare("https://a.example/")
    page.icons = [
      .init(url: Samples.bare("https://a.example/i.svg").url),
      .init(url: Samples.bare("https://a.example/i").url, type: "image/svg+xml"),
      .init(url: Samples.bare("https://a.example/i.avif").url),
      .init(url: Samples.bare("https://a.example/favicon.ico").url),
    ]
    let request = IconRequest(page: page, form: Samples.iconForm)
    #expect(request.page.icons.map(\.url.path) == ["/favicon.ico"])
  }

  @Test("an icon replaces the letter of each link of its site, and nothing moves")
  func drawn() throws {
    var (state, _, effects) = Samples.savedWithIcons(["a", "b", "a"])
    let before = render(state)
    #expect(before.text.contains("   A  ● Link 0"))
    #expect(places(state).isEmpty)
    let icon = try #require(Samples.icon(200))
    #expect(update(&state, .saved(.iconLoaded(effects.icons[0].id, icon))).isEmpty)
    #expect(places(state) == [tile(0), tile(2)])
    let after = render(state)
    for y in 0..<24 { #expect(before.row(y).dropFirst(7) == after.row(y).dropFirst(7)) }
    #expect(after.text.contains("   B  ● Link 1") && !after.text.contains("A  ● Link"))
    #expect(Set(after.images.map(\.image)) == [try #require(icon.image)])
  }

  @Test("answers in another order come to their own sites")
  func order() throws {
    var (state, _, effects) = Samples.savedWithIcons(["a", "b", "c"])
    let icons = effects.icons
    for (index, shade) in [(2, 30), (0, 10)] as [(Int, UInt8)] {
      _ = update(&state, .saved(.iconLoaded(icons[index].id, Samples.icon(shade))))
    }
    let images = render(state).images
    #expect(images.map(\.place) == [tile(0), tile(2)])
    #expect(images.map(\.image) == [Samples.icon(10)?.image, Samples.icon(30)?.image])
    #expect(state.saved.icons.awaited.map(\.site.name) == ["b.example"], "it never answers")
  }

  @Test("a site without an icon keeps its letter, and is only asked again after a refresh")
  func failed() {
    var (state, store, effects) = Samples.savedWithIcons(["a", "b"])
    #expect(update(&state, .saved(.iconLoaded(effects.icons[0].id, nil))).isEmpty)
    #expect(render(state).text.contains("   A  ● Link 0"))
    #expect(press(.alt("1"), in: &state).iconSites.isEmpty)
    #expect(store.press(.tab, in: &state).iconSites == ["b.example"])
    #expect(press(.character("r"), in: &state).iconSites == ["a.example"])
  }

  @Test("only rows on screen are requested; those that leave it are cancelled, the others go on")
  func scrolling() throws {
    let sites = (0..<60).map { "s\($0)" }
    var (state, store, effects) = Samples.savedWithIcons(sites)
    let first = effects.icons
    #expect(first.map(\.request.site.name) == (0..<9).map { "s\($0).example" })
    _ = update(&state, .saved(.iconLoaded(first[8].id, Samples.icon(9))))
    #expect(places(state) == [tile(8)])
    let page = store.press(.character("9"), .character("j"), in: &state)
    #expect(page.iconSites == ["s9.example"])
    #expect(page.cancelled == [first[0].id])
    #expect(places(state) == [tile(7)])
    // It was cancelled too late.
    _ = update(&state, .saved(.iconLoaded(first[0].id, Samples.icon(1))))
    #expect(places(state) == [tile(7)])
    let last = try #require(page.icons.first)
    let end = store.press(.character("G"), in: &state)
    #expect(Set(end.cancelled) == Set(first[1...7].map(\.id) + [last.id]))
    #expect(end.icons.count == 9 && places(state).isEmpty)
    let back = store.press(.home, in: &state)
    #expect(back.iconSites == (0..<8).map { "s\($0).example" }, "the one that was drawn is kept")
    #expect(places(state) == [tile(8)])
  }

  @Test("an icon that's late isn't shown on a filtered list, on another tab or at another size")
  func late() throws {
    var (state, store, effects) = Samples.savedWithIcons(["a", "b"])
    let ids = effects.icons.map(\.id)
    var filtered = state
    for key in KeySequence("/Link 1").keys { _ = store.press(key, in: &filtered) }
    #expect(filtered.saved.ids.count == 1)
    _ = update(&filtered, .saved(.iconLoaded(ids[0], Samples.icon(1))))
    #expect(places(filtered).isEmpty)
    _ = update(&filtered, .saved(.iconLoaded(ids[1], Samples.icon(2))))
    #expect(places(filtered) == [tile(0)])

    var spun = state
    #expect(Set(press(.alt("1"), in: &spun).cancelled) == Set(ids))
    _ = update(&spun, .saved(.iconLoaded(ids[0], Samples.icon(1))))
    #expect(places(spun).isEmpty)
    _ = store.press(.tab, in: &spun)
    #expect(places(spun).isEmpty)

    let cell = PixelSize(width: 8, height: 16)
    let answers = TerminalAnswers(graphics: .kitty, cell: cell)
    let renewed = update(&state, .program(.terminalAnswered(answers)))
    #expect(Set(renewed.cancelled) == Set(ids))
    #expect(renewed.icons.map(\.request.form.cell) == [cell, cell])
    _ = update(&state, .saved(.iconLoaded(ids[0], Samples.icon(1))))
    #expect(places(state).isEmpty)
    let first = try #require(renewed.icons.first)
    _ = update(&state, .saved(.iconLoaded(first.id, Samples.icon(1, cell: cell))))
    #expect(places(state) == [tile(0)])
    _ = update(
      &state,
      .program(.terminalAnswered(TerminalAnswers(graphics: .kitty, cell: Samples.iconForm.cell))))
    #expect(places(state).isEmpty, "it was drawn for other cells")
  }

  @Test("an icon follows its row when the terminal or the density changes")
  func layout() {
    var (state, store, effects) = Samples.savedWithIcons(["a", "b", "c"])
    for icon in effects.icons { _ = update(&state, .saved(.iconLoaded(icon.id, Samples.icon(9)))) }
    #expect(places(state) == [tile(0), tile(1), tile(2)])
    _ = store.press(.character("z"), .character("d"), in: &state)
    #expect(places(state) == (3...5).map { GridRect(x: 4, y: $0, columns: 3, rows: 1) })
    _ = update(&state, .program(.resized(GridSize(columns: 50, rows: 12))))
    #expect(places(state).map(\.x) == [4, 4, 4])
    // Lists this narrow have no tiles.
    #expect(update(&state, .program(.resized(GridSize(columns: 40, rows: 12)))).isEmpty)
    #expect(places(state).isEmpty)
    _ = store.press(.character("z"), .character("c"), in: &state)
    _ = update(&state, .program(.resized(GridSize(columns: 39, rows: 9))))
    #expect(places(state).isEmpty)
  }

  @Test(
    "no icon is below a view that covers the list",
    arguments: [Key.character("?"), .character("i"), .character("O")])
  func overlays(key: Key) {
    var (state, store, effects) = Samples.savedWithIcons(["a", "b"], columns: 100)
    for icon in effects.icons { _ = update(&state, .saved(.iconLoaded(icon.id, Samples.icon(9)))) }
    let before = render(state)
    #expect(before.images.count == 2)
    _ = store.press(key, in: &state)
    #expect(render(state).images.isEmpty)
    _ = store.press(.escape, in: &state)
    #expect(render(state) == before)
  }

  @Test("a chooser covers the icons below it, and only those")
  func chooser() {
    let sites = (0..<40).map { "s\($0)" }
    var (state, store, effects) = Samples.savedWithIcons(sites, columns: 60, rows: 50)
    for icon in effects.icons { _ = update(&state, .saved(.iconLoaded(icon.id, Samples.icon(9)))) }
    let count = places(state).count
    #expect(count == 22)
    state.modals.open(.chooser(Chooser(.tags, entries: [], at: state.surroundings.now)))
    let frame = state.chooser.map { ChooserLayout($0, in: state.surroundings).frame }
    let covered = places(state).filter { frame?.intersection($0).isEmpty == false }
    #expect(covered.isEmpty && places(state).count < count)
    _ = store.press(.escape, in: &state)
    #expect(places(state).count == count)
  }

  @Test("a page that's being fetched may name an icon, so its site is asked afterwards")
  func unfetched() throws {
    var links = Samples.links(ofSites: ["a", "b"])
    links[0].metadata = Samples.bare("https://a.example/")
    links[0].isFetched = false
    var state = Samples.state(saved: links)
    state.surroundings.pictures = Pictures(form: .cells(.direct), usesPixels: true)
    var store = SampleStore(links: links)
    _ = update(
      &state,
      .program(.terminalAnswered(TerminalAnswers(graphics: .kitty, cell: Samples.iconForm.cell))))
    #expect(store.press(.tab, in: &state).iconSites == ["b.example"])
    #expect(
      update(&state, .saved(.backfilled(2, .failed(.httpStatus(404))))).iconSites == ["a.example"])
  }

  @Test(
    "without pixels, no icon is requested",
    arguments: [(PictureForm.cells(.direct), false), (nil, false), (.cells(.direct), true)])
  func withoutPixels(form: PictureForm?, usesPixels: Bool) {
    let links = Samples.links(ofSites: ["a", "b"])
    var state = Samples.state(saved: links)
    state.surroundings.pictures = Pictures(form: form, usesPixels: usesPixels)
    var store = SampleStore(links: links)
    let graphics: GraphicsProtocol? = usesPixels ? nil : .kitty
    var effects = update(
      &state,
      .program(.terminalAnswered(TerminalAnswers(graphics: graphics, cell: Samples.iconForm.cell))))
    effects += store.press(.tab, in: &state)
    #expect(effects.icons.isEmpty && render(state).text.contains("A  ● Link 0"))
  }

  @Test("icons are kept for many sites, but not for all")
  func capacity() {
    var icons = SiteIcons()
    _ = icons.adopt(Samples.iconForm)
    var id = RequestID.none
    for number in 0..<400 {
      let page = Samples.bare("https://s\(number).example/")
      id = id.next
      _ = icons.begin(id, IconRequest(page: page, form: Samples.iconForm))
      icons.end(id, Samples.icon(UInt8(number % 200)))
      icons.makeRoom(keeping: [.init(of: Samples.bare("https://s0.example/"))])
    }
    #expect(icons.icon(of: Samples.bare("https://s0.example/")) != nil)
    #expect(icons.icon(of: Samples.bare("https://s1.example/")) == nil)
    #expect(icons.icon(of: Samples.bare("https://s399.example/")) != nil)
  }

  @Test("sites without an icon are remembered, but not all")
  func failures() {
    var icons = SiteIcons()
    _ = icons.adopt(Samples.iconForm)
    let first = Samples.bare("https://s0.example/")
    var id = RequestID.none
    for number in 0..<400 {
      id = id.next
      let page = Samples.bare("https://s\(number).example/")
      _ = icons.begin(id, IconRequest(page: page, form: Samples.iconForm))
      icons.end(id, nil)
      icons.makeRoom(keeping: [.init(of: first)])
    }
    #expect(!icons.needsRequest(for: .init(of: first)))
    #expect(icons.needsRequest(for: .init(of: Samples.bare("https://s1.example/"))))
    #expect(!icons.needsRequest(for: .init(of: Samples.bare("https://s399.example/"))))
  }
}
