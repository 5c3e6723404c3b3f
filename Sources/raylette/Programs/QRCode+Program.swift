import LinkExchange
import RayletteApp

extension QRCode {
  /// Encodes text with the program `qrencode`. Passes the text through standard input, so that it
  /// can't be read as an option.
  init(encoding text: String) async throws(ShareFailure) {
    let arguments = ["-t", "ASCII", "-m", "0", "-8", "-l", "L", "-o", "-"]
    guard let program = await ChildProcess("qrencode", arguments) else {
      throw .noEncoder
    }
    // The largest QR code prints 63 KB.
    guard let printed = await program.output(of: text, limit: 100_000),
      let code = QRCode(ascii: printed)
    else {
      throw text.utf8.count > 2953 ? .codeTooSmall : .noCode
    }
    self = code
  }
}
