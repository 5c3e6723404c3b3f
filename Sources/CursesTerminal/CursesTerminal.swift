import CNcurses
import CProcess
import Dispatch
import Foundation
package import TerminalGrid

/// The terminal of the process, driven with ncurses. Shows grids, and reports keys, resizes and
/// signals as actions.
///
/// There's only one terminal and one curses, so everything here runs on the main actor. The
/// terminal is restored to its previous state by ``restore()``, while the process is stopped, and
/// if it crashes.
@MainActor
package final class CursesTerminal {
  /// Whether the terminal's character set is UTF-8.
  package let speaksUTF8: Bool
  /// The colours that grids can have. Other colours are shown as the nearest one.
  package let colorDepth: ColorDepth
  private var isRestored = false
  private var isPrepared = false
  /// The size of a cell, calculated from the window's size.
  private var cell = TerminalWindow.cell
  private let input: TerminalInput
  private let painter: any ScreenPainter
  /// Whether grids are written as plain lines, for screen readers.
  private let writesLines: Bool
  /// Whether sequences can be sent that don't affect the screen. Readers of plain lines say them.
  package var takesSequences: Bool { !writesLines }
  private let signals: TerminalSignals
  /// Whether another program is using the terminal.
  private var isReleased = false
  /// The callers waiting for the terminal.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private let usesMouse: Bool
  /// Whether text is drawn in visual order, so that the terminal mustn't reorder it.
  private let isExplicit: Bool
  /// Whether the terminal sends mouse events to the program. Otherwise the mouse selects text. Has
  /// no effect if the program doesn't use the mouse.
  package var reportsMouse = true {
    didSet { if usesMouse, !isReleased, reportsMouse != oldValue { rl_use_mouse(reportsMouse) } }
  }
  private var inputSource: (any DispatchSourceRead)?
  private var report: @MainActor @Sendable (TerminalEvent) -> Void = { _ in }

  /// Takes over the terminal.
  /// - Parameters:
  ///   - usesMouse: whether to report presses and the wheel. To select text, users then have to
  ///     hold Shift.
  ///   - writesLines: whether to write grids as plain lines, with the cursor at the focus, for
  ///     screen readers and braille displays. The mouse then selects text.
  ///   - order: the order of text from right to left in the grids to show.
  ///   - questions: the questions for the terminal. The answers come as
  ///     ``TerminalEvent/answered(_:)``.
  /// - Throws: ``TerminalError`` if standard input or output isn't a terminal, or if the terminal's
  ///   type is unknown or can't place text.
  package init(
    usesMouse: Bool = true, writesLines: Bool = false, order: TextOrder = .logical,
    asking questions: TerminalQuestions = []
  ) throws(TerminalError) {
    self.usesMouse = usesMouse && !writesLines
    self.writesLines = writesLines
    isExplicit = order != .logical
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    speaksUTF8 = rl_use_locale()
    let environment = ProcessInfo.processInfo.environment
    let type = environment["TERM"] ?? ""
    // Resets any terminal since the VT100: plain text, visible cursor, normal screen and keys.
    let reset =
      "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\u{1B}[?1l\u{1B}>\u{1B}[?2004l\u{1B}[?1004l"
      + "\u{1B}[?1000l\u{1B}[?1006l"
    terminal_guard_arm(STDOUT_FILENO, reset, reset.utf8.count)
    signals = TerminalSignals([SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])
    let directType = DirectColor.type(term: type, colorTerm: environment["COLORTERM"] ?? "")
    let placesText = rl_type_places_text(directType)
    guard placesText > 0, writesLines ? rl_start_lines() : rl_start(directType) else {
      signals.cancel()
      terminal_guard_disarm()
      throw placesText == 0 ? .unfit(type) : .unknownType(type)
    }
    colorDepth = ColorDepth(colors: Int(rl_colors()))
    if self.usesMouse { rl_use_mouse(true) }
    if isExplicit {
      terminal_guard_prepend(TextOrder.implicitMode, TextOrder.implicitMode.utf8.count)
      rl_send(TextOrder.explicitMode)
    }
    let family = TerminalFamily(environment: environment)
    painter =
      writesLines
      ? LinePainter(isUTF8: speaksUTF8)
      : GridPainter(isUTF8: speaksUTF8, depth: colorDepth, hasLinks: family.takesStrings)
    // Comes after echo is off, so that the replies aren't shown.
    input = TerminalInput(
      asking: TerminalInquiry(
        speaksUTF8 ? questions : questions.subtracting(.emoji), family: family,
        cell: TerminalWindow.cell),
      isUTF8: speaksUTF8, keys: writesLines ? .common : .ofTerminal, environment: environment)
  }

  /// The number of colours of the terminal; 0 for none.
  package var colors: Int { Int(rl_colors()) }

  package var size: GridSize { GridSize(columns: Int(rl_columns()), rows: Int(rl_rows())) }

  /// Returns the terminal's answers, after waiting up to `limit` from the moment it was asked. Most
  /// terminals on this machine answer sooner.
  package func answers(within limit: Duration) -> TerminalAnswers {
    input.waitForAnswers(within: limit)
    if !input.inquiry.isPending { prepare(for: input.inquiry.answers) }
    return input.inquiry.answers
  }

  /// Shows joined emoji whole if the terminal can, and makes sure that images don't stay on the
  /// screen after a crash.
  private func prepare(for answers: TerminalAnswers) {
    if let kinds = input.inquiry.joinedEmoji { painter.joinEmoji(kinds) }
    guard answers.graphics == .kitty, !isPrepared else { return }
    isPrepared = true
    terminal_guard_prepend(KittyCommand.removeAll, KittyCommand.removeAll.utf8.count)
  }

  /// Reports the size of a cell if it changed, as when the user changes the font size.
  private func reportCell() {
    guard let cell = TerminalWindow.cell, cell != self.cell else { return }
    self.cell = cell
    let graphics = input.inquiry.answers.graphics
    if graphics != nil {
      report(.answered(TerminalAnswers(graphics: graphics, cell: cell)))
    }
  }

  /// Starts reporting keys, resizes and signals.
  package func start(_ report: @escaping @MainActor @Sendable (TerminalEvent) -> Void) {
    self.report = report
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [unowned self] in
      MainActor.assumeIsolated {
        // The event can come without data, if another program read the input while it had the
        // terminal.
        let hungUp = source.data == 0 && TerminalInput.isHungUp
        self.reportInput()
        if hungUp {
          source.cancel()
          report(.interrupted(signal: SIGHUP))
        }
      }
    }
    source.activate()
    inputSource = source
    // Reports keys that arrived while the terminal was asked.
    reportInput()
    after(input.timeForAnswers) {
      self.input.endInquiry()
      self.reportInput()
    }
    signals.start { self.handle(signal: $0) }
    // The size may have changed before the program watched for it.
    report(.resized(updateSize()))
  }

  private func reportInput() {
    guard !isReleased, !isRestored else { return }
    while let event = input.next() {
      if case .answered(let answers) = event { prepare(for: answers) }
      report(event)
    }
    if input.wantsRepaint {
      input.wantsRepaint = false
      painter.repaintAll()
    }
    guard let pause = input.newPause() else { return }
    after(pause.time) {
      guard !self.isReleased, !self.isRestored else { return }
      self.input.end(pause)
      self.reportInput()
    }
  }

  private func after(_ delay: Duration, _ body: @escaping @MainActor @Sendable () -> Void) {
    let time = DispatchTime.now() + delay / .seconds(1)
    DispatchQueue.main.asyncAfter(deadline: time) { @Sendable in MainActor.assumeIsolated(body) }
  }

  private func handle(signal number: Int32) {
    switch number {
    case SIGWINCH:
      let previous = size
      let size = updateSize()
      // The size changed and changed back, and the terminal may have lost text meanwhile.
      if size == previous { painter.repaintAll() }
      report(.resized(size))
      reportCell()
    case SIGTSTP:
      endScreen()
      terminal_guard_stop_process()
      report(.resized(resume()))
      reportInput()
    case SIGCONT:
      // The process was stopped by a signal that can't be caught, and now continues.
      report(.resized(resume()))
    default:
      // Ctrl-C in an editor is meant for the editor.
      if isReleased, number == SIGINT || number == SIGQUIT { return }
      report(.interrupted(signal: number))
    }
  }

  /// Shows a grid.
  package func show(_ grid: Grid) {
    if !isRestored, !isReleased { painter.show(grid, size: size) }
  }

  /// Sends the terminal a control sequence, which must leave the screen as it is.
  /// - Returns: false if the sequence wasn't sent, because another program has the terminal or the
  ///   terminal was restored.
  package func send(_ sequence: String) -> Bool {
    guard !isRestored, !isReleased else { return false }
    rl_send(sequence)
    return true
  }

  /// Releases the terminal while `body` runs, for a program such as an editor, and takes it over
  /// again afterwards. If another body has the terminal, waits for its end.
  package func withTerminalReleased<Value>(_ body: () async -> Value) async -> Value {
    while isReleased { await withCheckedContinuation { waiters.append($0) } }
    isReleased = true
    inputSource?.suspend()
    if usesMouse { rl_use_mouse(false) }
    endScreen()
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
  package func restore() {
    guard !isRestored else { return }
    isRestored = true
    inputSource?.cancel()
    if usesMouse { rl_use_mouse(false) }
    endScreen()
    terminal_guard_disarm()
    signals.cancel()
  }

  /// Leaves the terminal to another program or the shell, once it has no more replies for this one.
  private func endScreen() {
    painter.removeImages()
    if isExplicit { rl_send(TextOrder.implicitMode) }
    if writesLines { rl_end_lines() } else { rl_end() }
    input.endInquiryPatiently()
    input.endUnfinished()
    terminal_guard_restore_modes()
  }

  /// Takes over the terminal again after the process was stopped or another program had it.
  private func resume() -> GridSize {
    guard !isRestored, !isReleased else { return size }
    rl_set_reports(true)
    if isExplicit { rl_send(TextOrder.explicitMode) }
    if writesLines { rl_begin_lines() } else { rl_resume() }
    painter.repaintAll()
    return updateSize()
  }

  private func updateSize() -> GridSize {
    if let size = TerminalWindow.size {
      // ncurses clears the screen when the size changes.
      if size != self.size { painter.removeImages() }
      rl_resize(Int32(size.columns), Int32(size.rows))
    }
    return size
  }
}
