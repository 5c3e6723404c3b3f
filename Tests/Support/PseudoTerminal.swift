public import Foundation
import TaskLimits

/// A program on a pseudo-terminal, with a ``TerminalEmulator`` at the other end: a terminal that
/// answers queries and has pictures, without a display.
public final class PseudoTerminal: Sendable {
  private let descriptor: Int32
  private let path: String
  private let changes = Changes()
  public let processID: pid_t
  private let emulator: Locked<TerminalEmulator>
  private let exitStatus = Locked<Int32?>(nil)
  private let written = Locked<[UInt8]>([])

  public struct Failed: Error { let what: String }

  /// Starts a program. The pseudo-terminal is its controlling terminal.
  /// - Parameter keepsOutput: whether everything that the program writes is kept in ``output``.
  public init(
    _ program: String, arguments: [String] = [], environment: [String: String],
    emulator: TerminalEmulator, keepsOutput: Bool = false
  ) throws {
    Turn.require(for: "a terminal")
    (descriptor, path) = try Self.open()
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.emulator = Locked(emulator)
    Self.setSize(of: descriptor, to: emulator)
    processID = try Self.spawn(program, arguments: arguments, environment: environment, on: path)
    let thread = Thread {
      [descriptor, processID, emulator = self.emulator, exitStatus, written, changes] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        // Linux reports an error when the last program has closed its end.
        guard count > 0 else { break }
        if keepsOutput { written.withLock { $0 += buffer[..<count] } }
        let replies = emulator.withLock { emulator in
          emulator.feed(buffer[..<count])
          return emulator.takeReplies()
        }
        for reply in replies { Self.write(reply, to: descriptor) }
        changes.report()
      }
      var status: Int32 = 0
      waitpid(processID, &status, 0)
      exitStatus.withLock { $0 = status }
      changes.report()
    }
    thread.start()
  }

  /// Opens a pseudo-terminal. Returns its end for us, and the path of the other.
  private static func open() throws -> (descriptor: Int32, path: String) {
    #if canImport(Darwin)
      let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
      guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
        let name = ptsname(descriptor)
      else { throw Failed(what: "posix_openpt") }
      return (descriptor, String(cString: name))
    #else
      // Foundation on Linux has no posix_openpt. These are TIOCSPTLCK and TIOCGPTN.
      let descriptor = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var lock: Int32 = 0
      var number: UInt32 = 0
      guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &lock) == 0,
        ioctl(descriptor, 0x8004_5430, &number) == 0
      else { throw Failed(what: "/dev/ptmx") }
      return (descriptor, "/dev/pts/\(number)")
    #endif
  }

  private static func spawn(
    _ program: String, arguments: [String], environment: [String: String], on path: String
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let flags = Int16(0x80)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that a session without one opens is its controlling terminal.
    posix_spawnattr_setflags(&attributes, flags)
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // What else is open here belongs to other tests, and a process that waits for the end of a pipe
    // waits for everyone who has it.
    #if !canImport(Darwin)
      for other in 3..<Int32(min(4096, sysconf(Int32(_SC_OPEN_MAX)))) {
        posix_spawn_file_actions_addclose(&actions, other)
      }
    #endif
    let vector = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in vector + variables { free(string) } }
    var processID: pid_t = 0
    let result = posix_spawn(&processID, program, &actions, &attributes, vector, variables)
    guard result == 0 else { throw Failed(what: "posix_spawn: \(result)") }
    return processID
  }

  /// What the terminal has and shows now.
  public var screen: TerminalEmulator { emulator.withLock(\.self) }

  /// What the program has written so far, if it's kept.
  public var output: [UInt8] { written.withLock(\.self) }

  /// The exit status of the program, as from `waitpid`. Nil while it runs.
  public var status: Int32? { exitStatus.withLock(\.self) }

  /// Sends keys, all bytes at once.
  public func type(_ keys: String) { Self.write(Array(keys.utf8), to: descriptor) }

  /// Sends bytes, each after the program has read the one before.
  public func typeSlowly(_ bytes: some Sequence<UInt8>) async throws {
    for byte in bytes {
      Self.write([byte], to: descriptor)
      try await waitUntil { unreadCount == 0 || status != nil }
    }
  }

  /// Changes the size of the window, in cells.
  public func resize(columns: Int, rows: Int) {
    let emulator = emulator.withLock { emulator in
      emulator.resize(columns: columns, rows: rows)
      return emulator
    }
    Self.setSize(of: descriptor, to: emulator)
  }

  /// Changes the size of a cell, from the next resize on.
  public func setCell(width: Int, height: Int) {
    emulator.withLock { $0.traits.cell = .init(width: width, height: height) }
  }

  /// Waits for a condition, which is checked whenever the program has written or ended.
  /// - Returns: False if it wasn't met in time.
  public func wait(within limit: Duration, _ isMet: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      let version = changes.version
      if isMet() { return true }
      guard ContinuousClock.now < deadline else { return false }
      await changes.next(after: version, until: deadline)
    }
  }

  /// Whether typed keys are echoed, as in a shell.
  public var echoes: Bool {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The number of bytes that were typed and that the program hasn't read yet.
  public var unreadCount: Int {
    let slave = Foundation.open(path, O_RDONLY | O_NOCTTY)
    guard slave >= 0 else { return 0 }
    defer { close(slave) }
    var count: Int32 = 0
    // FIONREAD is a macro in Darwin's headers that Swift can't read.
    #if canImport(Darwin)
      let request: UInt = 0x4004_667F
    #else
      let request = UInt(FIONREAD)
    #endif
    return ioctl(slave, request, &count) == 0 ? Int(count) : 0
  }

  /// Ends the program.
  public func stop() async {
    kill(processID, SIGKILL)
    _ = await wait(within: .seconds(60)) { status != nil }
    close(descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func setSize(of descriptor: Int32, to emulator: TerminalEmulator) {
    var size = winsize()
    size.ws_col = UInt16(emulator.columns)
    size.ws_row = UInt16(emulator.rows)
    if let cell = emulator.traits.cell {
      size.ws_xpixel = UInt16(emulator.columns * cell.width)
      size.ws_ypixel = UInt16(emulator.rows * cell.height)
    }
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}
