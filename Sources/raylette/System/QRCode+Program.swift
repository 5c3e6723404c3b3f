import RayletteApp

extension QRCode {
  /// The code of a text, by the program `qrencode`. The text goes in by standard input, where nothing
  /// of it is an option.
  init(encoding text: String) async throws(ShareFailure) {
    let arguments = ["-t", "ASCII", "-m", "0", "-8", "-l", "L", "-o", "-"]
    guard let program = await ChildProcess("qrencode", arguments) else {
      throw .noEncoder
    }
    // The largest code there is prints 63 KB.
    guard let printed = await program.output(of: text, limit: 100_000),
      let code = QRCode(ascii: printed)
    else {
      throw text.utf8.count > 2953 ? .codeTooSmall : .noCode
    }
    self = code
  }
}
