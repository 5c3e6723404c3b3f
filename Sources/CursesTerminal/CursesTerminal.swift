import CNcurses
import CTerminalGuard
import Dispatch
import Foundation
public import RayletteApp
public import TerminalGrid

/// The terminal of the process, drawn with ncurses. Shows grids, and reports keys, resizes and
/// signals as actions.
///
/// There's only one terminal and one curses, so everything here runs on the main actor. The
/// terminal is restored to its previous state by ``restore()``, while the process is stopped, and
/// if it crashes.
@MainActor
public final class CursesTerminal {
  /// Whether the terminal's character set is UTF-8.
  public let speaksUTF8: Bool
  /// The colours that grids can have. Others are shown as the nearest of these.
  public let colorDepth: ColorDepth
  private var sources: [any DispatchSourceProtocol] = []
  private var isRestored = false
  private var isPrepared = false
  private var pixels = PixelLayer(firstID: (Int(getpid()) & 0xFFFF) << 8 + 1)
  /// The grid on screen.
  private var lastGrid: Grid?
  /// The size of a cell according to the window.
  private var cell = CursesTerminal.windowCell
  private let input: TerminalInput
  /// Whether another program is using the terminal.
  private var isReleased = false
  /// The callers waiting for the terminal.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private let usesMouse: Bool
  /// Whether the cursor is shown wherever a grid has it, for programs that follow it, such as
  /// screen readers and magnifiers. Otherwise it's only shown where text is typed.
  private let showsFocus: Bool
  /// Whether the terminal sends mouse events to the program. Otherwise the mouse selects text. Has
  /// no effect if the program doesn't use the mouse.
  public var reportsMouse = true {
    didSet { if usesMouse, !isReleased, reportsMouse != oldValue { rl_use_mouse(reportsMouse) } }
  }
  private var inputSource: (any DispatchSourceRead)?
  /// When the terminal was asked.
  private let asked: ContinuousClock.Instant
  private var report: @MainActor @Sendable (Action) -> Void = { _ in }
  /// A separate queue, so that the main thread can wait until the signal sources are registered.
  private let signalQueue = DispatchQueue(label: "raylette.signals")
  private let registrations = DispatchGroup()

  /// Takes over the terminal.
  /// - Parameters:
  ///   - usesMouse: whether to report presses and the wheel. To select text, users then have to
  ///     hold Shift.
  ///   - showsFocus: whether to show the cursor at the focus too, and not only where text is typed.
  ///   - questions: what to ask the terminal. The answers come as ``Action/terminalAnswered(_:)``.
  /// - Throws: ``TerminalError`` if standard input or output isn't a terminal, or if the terminal's
  ///   type is unknown or can't place text.
  public init(
    usesMouse: Bool = true, showsFocus: Bool = false, asking questions: TerminalQuestions = []
  ) throws(TerminalError) {
    self.usesMouse = usesMouse
    self.showsFocus = showsFocus
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    speaksUTF8 = rl_use_locale()
    let environment = ProcessInfo.processInfo.environment
    let type = environment["TERM"] ?? ""
    // Resets any terminal since the VT100: plain text, visible cursor, normal screen and keys.
    let reset =
      "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\u{1B}[?1l\u{1B}>\u{1B}[?2004l\u{1B}[?1000l\u{1B}[?1006l"
    terminal_guard_arm(STDOUT_FILENO, reset, reset.utf8.count)
    let directType = DirectColor.type(term: type, colorTerm: environment["COLORTERM"] ?? "")
    guard rl_start(directType) else {
      terminal_guard_disarm()
      throw .unknownType(type)
    }
    guard rl_can_place_text() else {
      rl_end()
      terminal_guard_disarm()
      throw .unfit(type)
    }
    colorDepth = ColorDepth(colors: Int(rl_colors()))
    if usesMouse { rl_use_mouse(true) }
    let inquiry = TerminalInquiry(
      questions, family: TerminalFamily(environment: environment), cell: Self.windowCell)
    input = TerminalInput(inquiry: inquiry)
    asked = .now
    // Comes after echo is off, so that the replies aren't shown.
    rl_send(inquiry.text)
  }

  /// The number of colours the terminal has; 0 for none.
  public var colors: Int { Int(rl_colors()) }

  public var size: Size { Size(columns: Int(rl_columns()), rows: Int(rl_rows())) }

  /// Returns the terminal's answers. Waits for them until it has had `limit` since it was asked; by
  /// then, most terminals on this machine have answered.
  public func answers(within limit: Duration) -> TerminalAnswers {
    waitForAnswers(until: asked + limit)
    if !input.inquiry.isPending { prepare(for: input.inquiry.answers) }
    return input.inquiry.answers
  }

  /// Makes sure that images don't stay on the screen after a crash.
  private func prepare(for answers: TerminalAnswers) {
    guard answers.graphics == .kitty, !isPrepared else { return }
    isPrepared = true
    terminal_guard_prepend(KittyCommand.removeAll, KittyCommand.removeAll.utf8.count)
  }

  /// Reports the size of a cell if it changed, as with the size of the font.
  private func reportCell() {
    guard let cell = Self.windowCell, cell != self.cell else { return }
    self.cell = cell
    let graphics = input.inquiry.answers.graphics
    if graphics != nil {
      report(.terminalAnswered(TerminalAnswers(graphics: graphics, cell: cell)))
    }
  }

  /// The size of a cell, calculated from that of the window. Many terminals don't know it.
  private static var windowCell: PixelSize? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return nil }
    let width = Int(window.ws_xpixel / window.ws_col)
    let height = Int(window.ws_ypixel / window.ws_row)
    let sides = TerminalReply.cellSides
    return sides.contains(width) && sides.contains(height)
      ? PixelSize(width: width, height: height) : nil
  }

  private func waitForAnswers(until deadline: ContinuousClock.Instant) {
    while true {
      input.readAhead()
      let rest = (deadline - .now) / .milliseconds(1)
      var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard input.inquiry.isPending, rest > 0, poll(&state, 1, Int32(rest.rounded(.up))) > 0,
        state.revents & Int16(POLLIN) != 0
      else { return }
    }
  }

  /// How long the terminal may take to answer, also over a slow connection.
  private static let answerLimit = Duration.seconds(2)
  /// How long the rest of a reply may take after its first byte.
  private static let replyLimit = Duration.milliseconds(100)

  /// Starts reporting keys, resizes and signals.
  public func start(_ report: @escaping @MainActor @Sendable (Action) -> Void) {
    self.report = report
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [unowned self] in
      MainActor.assumeIsolated {
        // The event can come without data, if another program read it while it had the terminal.
        let hungUp = source.data == 0 && Self.isHungUp
        self.reportInput()
        if hungUp {
          source.cancel()
          report(.interrupted(signal: SIGHUP))
        }
      }
    }
    source.activate()
    sources.append(source)
    inputSource = source
    // What was read while the terminal was asked.
    reportInput()
    after(asked + Self.answerLimit - .now) {
      self.input.endInquiry()
      self.reportInput()
    }
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      watch(number) {
        // Ctrl-C in an editor is meant for the editor.
        if self.isReleased, number == SIGINT || number == SIGQUIT { return }
        report(.interrupted(signal: number))
      }
    }
    watch(SIGWINCH) {
      let former = self.size
      let size = self.updateSize()
      if size == former {
        // The size has changed and changed back, and the terminal may have lost text meanwhile.
        self.removeImages()
        rl_repaint_all()
      }
      report(.resized(size))
      self.reportCell()
    }
    watch(SIGTSTP) {
      self.endInquiry()
      self.removeImages()
      rl_end()
      terminal_guard_stop_process()
      report(.resized(self.resume()))
      self.reportInput()
    }
    // The process was stopped by a signal that can't be caught, and now continues.
    watch(SIGCONT) { report(.resized(self.resume())) }
    // A signal that arrives before its source is registered would be lost.
    registrations.wait()
    // The size may have changed before the program watched for it.
    report(.resized(updateSize()))
  }

  private func reportInput() {
    while let action = input.next() {
      if case .terminalAnswered(let answers) = action { prepare(for: answers) }
      report(action)
    }
    if input.wantsRepaint {
      input.wantsRepaint = false
      removeImages()
      rl_repaint_all()
    }
    guard input.holdsEscape else { return }
    after(Self.replyLimit) {
      self.input.releaseEscape()
      self.reportInput()
    }
  }

  private func after(_ delay: Duration, _ body: @escaping @MainActor @Sendable () -> Void) {
    let time = DispatchTime.now() + delay / .seconds(1)
    DispatchQueue.main.asyncAfter(deadline: time) { @Sendable in MainActor.assumeIsolated(body) }
  }

  /// Shows a grid. ncurses only sends the differences to the terminal.
  public func show(_ grid: Grid) {
    guard !isRestored, !isReleased else { return }
    let images = grid.images.filter {
      size.holds(Size(columns: $0.place.maxX, rows: $0.place.maxY + 1))
    }
    let pixels = pixels.show(images) { [lastGrid] place in
      guard let lastGrid, lastGrid.size == grid.size else { return true }
      return (place.y..<place.maxY).contains { lastGrid.row($0) != grid.row($0) }
    }
    lastGrid = grid
    if !pixels.isEmpty {
      // Terminals that know it (mode 2026) show the whole frame at once.
      rl_send("\u{1B}[?2026h" + pixels.before)
      rl_restore_cursor()
    }
    rl_erase()
    for y in 0..<min(grid.size.rows, size.rows) {
      for run in CellRun.runs(of: grid.row(y), isUTF8: speaksUTF8) {
        run.draw(y: y, depth: colorDepth)
      }
    }
    let cursor = grid.cursor.flatMap { $0.kind == .insertion || showsFocus ? $0 : nil }
    if let cursor {
      rl_move(Int32(cursor.x), Int32(cursor.y))
    } else {
      rl_show_cursor(false)
    }
    rl_refresh()
    if !pixels.isEmpty {
      rl_send(pixels.after)
      rl_restore_cursor()
      rl_send("\u{1B}[?2026l")
    }
    // Shows it last, so that it appears nowhere else.
    if cursor != nil { rl_show_cursor(true) }
  }

  /// Removes the images in pixels before the screen is drawn from scratch, or not by us.
  private func removeImages() {
    rl_send(pixels.removeAll())
    lastGrid = nil
  }

  /// Sends the terminal a control sequence, which must leave the screen as it is.
  /// - Returns: false if the sequence wasn't sent, because another program has the terminal or it
  ///   was restored.
  public func send(_ sequence: String) -> Bool {
    guard !isRestored, !isReleased else { return false }
    rl_send(sequence)
    return true
  }

  /// Releases the terminal while `body` runs, for a program such as an editor, and takes it back
  /// afterwards. If the terminal is already released, waits until it's back.
  public func withTerminalReleased<Value>(_ body: () async -> Value) async -> Value {
    while isReleased { await withCheckedContinuation { waiters.append($0) } }
    isReleased = true
    inputSource?.suspend()
    endInquiry()
    if usesMouse { rl_use_mouse(false) }
    removeImages()
    rl_end()
    let value = await body()
    isReleased = false
    if usesMouse { rl_use_mouse(reportsMouse) }
    inputSource?.resume()
    _ = resume()
    reportInput()
    if !waiters.isEmpty { waiters.removeFirst().resume() }
    return value
  }

  /// Restores the terminal. Can be called any number of times.
  public func restore() {
    guard !isRestored else { return }
    isRestored = true
    for source in sources { source.cancel() }
    sources = []
    endInquiry()
    if usesMouse { rl_use_mouse(false) }
    removeImages()
    rl_end()
    terminal_guard_restore_modes()
    terminal_guard_disarm()
  }

  /// Whether the other end of the terminal has been closed.
  private static var isHungUp: Bool {
    var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Waits a moment for replies that are still due, so that the next program doesn't get them as
  /// keys.
  private func endInquiry() {
    guard input.inquiry.isPending else { return }
    waitForAnswers(until: min(.now + Self.replyLimit, asked + Self.answerLimit))
    input.endInquiry()
  }

  private func watch(_ signalNumber: Int32, _ handle: @escaping @MainActor @Sendable () -> Void) {
    // Comes before the source starts. On Linux the source replaces this with its own handler;
    // elsewhere it needs the default action to be off.
    signal(signalNumber, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: signalNumber, queue: signalQueue)
    let registrations = registrations
    registrations.enter()
    source.setRegistrationHandler { @Sendable in registrations.leave() }
    source.setEventHandler { @Sendable in
      DispatchQueue.main.async { MainActor.assumeIsolated(handle) }
    }
    source.activate()
    sources.append(source)
  }

  /// Takes over the terminal again after the process was stopped or another program had it.
  private func resume() -> Size {
    guard !isRestored else { return size }
    lastGrid = nil
    rl_mark_pastes(true)
    rl_refresh()
    rl_repaint_all()
    return updateSize()
  }

  private func updateSize() -> Size {
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      let size = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
      // ncurses clears the screen for another size.
      if size != self.size { removeImages() }
      rl_resize(Int32(window.ws_col), Int32(window.ws_row))
    }
    return size
  }
}

/// The reason the program can't run in this terminal. The description is one line for people.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  case unknownType(String)
  /// A terminal that can only print lines.
  case unfit(String)

  public var description: String {
    switch self {
    case .notATerminal: "needs a terminal: standard input and output may not be redirected"
    case .unknownType(""): "the environment variable TERM is not set; try TERM=xterm-256color"
    case .unknownType(let name):
      "the terminal type \"\(name)\" is not known here; try TERM=xterm-256color"
    case .unfit(let name):
      "a terminal of type \"\(name)\" can't place text; try TERM=xterm-256color"
    }
  }
}
