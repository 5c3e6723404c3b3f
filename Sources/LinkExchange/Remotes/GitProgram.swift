import Foundation

/// Runs git on a repository of our own, without a working tree. Neither the user's configuration
/// nor the remote can make git run hooks, filters or other programs, and git never prompts.
struct GitProgram: Sendable {
  let program: ChildProcess
  let address: SyncAddress
  /// The path of the repository.
  let directory: String
  /// The limit for each command that uses the network.
  let timeLimit: Duration
  private let environment: [String: String]

  /// - Parameter environment: the user's environment.
  init(
    address: SyncAddress, directory: String, environment: [String: String], timeLimit: Duration
  ) async throws(SyncRemoteError) {
    guard let path = ChildProcess.path(of: "git", in: environment),
      let program = await ChildProcess(path)
    else { throw .programMissing("git") }
    (self.program, self.address, self.directory) = (program, address, directory)
    self.timeLimit = timeLimit
    var variables = Self.environment(from: environment, for: address)
    if address.transport == .ssh {
      // The variable would hide the program in the user's configuration.
      let configured = await Self.completion(
        of: program, ["config", "--get", "core.sshCommand"], environment: variables,
        timeLimit: .seconds(10))
      var command = environment["GIT_SSH_COMMAND"] ?? ""
      if command.isEmpty, case .succeeded(let bytes) = configured {
        command = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
      }
      variables["GIT_SSH_COMMAND"] = Self.sshCommand(command, environment["GIT_SSH"])
    }
    self.environment = variables
  }

  /// Runs a command on our repository.
  /// - Parameter limit: the most bytes of output.
  func run(
    _ arguments: [String], input: [UInt8] = [], limit: Int = 1 << 20
  ) async throws(GitFailure) -> [UInt8] {
    // Local commands take milliseconds, but a disk may be slow.
    try await complete(arguments, input: input, limit: limit, timeLimit: .seconds(300))
  }

  /// Runs a command that uses the network.
  /// - Parameter refs: the arguments after the address.
  func runRemotely(
    _ arguments: [String], _ refs: [String], limit: Int = 1 << 20
  ) async throws(GitFailure) -> [UInt8] {
    try await complete(
      arguments + ["--", address.location] + refs, input: [], limit: limit, timeLimit: timeLimit)
  }

  private func complete(
    _ arguments: [String], input: [UInt8], limit: Int, timeLimit: Duration
  ) async throws(GitFailure) -> [UInt8] {
    let completion = await Self.completion(
      of: program, ["--git-dir=\(directory)"] + arguments, environment: environment, input: input,
      limit: limit, timeLimit: timeLimit)
    switch completion {
    case .succeeded(let bytes): return bytes
    case .failed(let output, let error):
      throw GitFailure(
        cause: .exit, output: String(decoding: output, as: UTF8.self), error: error)
    case .tooLarge: throw GitFailure(cause: .tooLarge)
    case .notStarted(let code): throw GitFailure(cause: .notStarted(code))
    case .timedOut: throw GitFailure(cause: .timedOut(timeLimit))
    case .cancelled: throw GitFailure(cause: .cancelled)
    }
  }

  private static func completion(
    of program: ChildProcess, _ arguments: [String], environment: [String: String],
    input: [UInt8] = [], limit: Int = 65_536, timeLimit: Duration
  ) async -> ChildProcess.Completion {
    var program = program
    program.arguments = configuration.flatMap { ["-c", $0] } + arguments
    return await program.complete(
      environment: environment, input: input, outputLimit: limit, timeLimit: timeLimit)
  }
}

extension GitProgram {
  /// Overrides the user's configuration where it would run programs, prompt, or change what's
  /// stored.
  private static let configuration = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true",
    "core.askPass=", "gc.autoDetach=false", "maintenance.autoDetach=false",
    "fetch.recurseSubmodules=false", "push.recurseSubmodules=no", "push.followTags=false",
    "push.gpgSign=false", "push.pushOption=", "fetch.writeCommitGraph=false",
    "advice.pushUpdateRejected=false",
  ]

  /// The options for git's program at the other end, if the address is a path. It runs on this
  /// computer, so it has to ignore the hooks and the configuration of a repository on a borrowed
  /// disk.
  static func options(
    for address: SyncAddress, service: String, option: String
  ) -> [String] {
    guard address.transport == .path else { return [] }
    let settings = [
      "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true",
      "receive.autoGC=false", "receive.denyCurrentBranch=refuse",
      // Without a network, smaller packs aren't worth the time they take.
      "pack.window=0",
    ]
    return ["--\(option)=git \(settings.map { "-c \($0) " }.joined())\(service)"]
  }

  private static func environment(
    from user: [String: String], for address: SyncAddress
  ) -> [String: String] {
    // Removes variables that a surrounding repository or hook sets, and variables that trace.
    var variables = user.filter { name, _ in !name.hasPrefix("GIT_") || isUsers(name) }
    variables["LANGUAGE"] = nil
    let name = "raylette"
    let ours = [
      // Git's messages stay untranslated, so that ``GitFailure`` recognises them.
      "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": "",
      "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never", "GIT_NO_LAZY_FETCH": "1",
      "GIT_NO_REPLACE_OBJECTS": "1", "GIT_ADVICE": "0", "GIT_OPTIONAL_LOCKS": "0",
      "GIT_AUTHOR_NAME": name, "GIT_COMMITTER_NAME": name,
      "GIT_AUTHOR_EMAIL": "\(name)@localhost", "GIT_COMMITTER_EMAIL": "\(name)@localhost",
      "GIT_ALLOW_PROTOCOL": "https:http:ssh" + (address.transport == .path ? ":file" : ""),
    ]
    variables.merge(ours) { $1 }
    if let login = address.login { add(login, to: &variables) }
    return variables
  }

  /// Passes the login to git in the environment, which only this user can see: a password as the
  /// answer of the only credential helper for this host, or else the user name for git's helpers.
  private static func add(_ login: SyncLogin, to variables: inout [String: String]) {
    guard let password = login.password else {
      variables["RAYLETTE_GIT_CONFIG_COUNT"] = variables["GIT_CONFIG_COUNT"] ?? "0"
      // Users can have settings for an address with their name. Git finds them only if the name is in
      // the question, and not if it comes from the settings.
      let helper =
        #"!f() { test "$1" = get && GIT_CONFIG_COUNT=$RAYLETTE_GIT_CONFIG_COUNT git credential fill; }; f"#
      return set(
        [("username", login.user), ("helper", helper)], at: login.origin, in: &variables)
    }
    variables["RAYLETTE_SYNC_USER"] = login.user
    variables["RAYLETTE_SYNC_PASSWORD"] = password
    let helper = #"""
      !f() { test "$1" = get && printf 'username=%s\npassword=%s\n' "$RAYLETTE_SYNC_USER" "$RAYLETTE_SYNC_PASSWORD"; }; f
      """#
    set([("helper", ""), ("helper", helper)], at: login.origin, in: &variables)
  }

  /// Adds settings of git's credentials for an origin, after those of the user.
  private static func set(
    _ settings: [(name: String, value: String)], at origin: String,
    in variables: inout [String: String]
  ) {
    let count = variables["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    for (index, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(count + index)"] = "credential.\(origin).\(setting.name)"
      variables["GIT_CONFIG_VALUE_\(count + index)"] = setting.value
    }
    variables["GIT_CONFIG_COUNT"] = String(count + settings.count)
  }

  /// Whether a variable says how the user wants git to connect.
  private static func isUsers(_ name: String) -> Bool {
    [
      "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
      "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH",
    ].contains(name)
      || ["GIT_SSL_", "GIT_PROXY_", "GIT_HTTP_", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"].contains {
        name.hasPrefix($0)
      }
  }

  /// Returns the command that git runs for ssh, with options that keep ssh from prompting.
  private static func sshCommand(_ command: String, _ program: String?) -> String {
    let quoted = program.map { "'\($0.replacing("'", with: #"'\''"#))'" }
    let base = command.isEmpty ? quoted ?? "ssh" : command
    return base + " -o BatchMode=yes -o ConnectTimeout=15"
  }
}
