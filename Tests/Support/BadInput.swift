import Foundation

/// Samples of input that commands refuse.
public enum BadInput {
  /// The command, its arguments in one line, in which `~/` stands for the home, the exit code, and the
  /// end of the message.
  public typealias Sample = (command: String, arguments: String, exitCode: Int32, message: String)

  /// Writes the files that the samples name into the home of a test.
  public static func writeFiles(in home: TemporaryHome) throws {
    try Data("https://a.example\n".utf8).write(to: home.file("list.txt"))
    try Data(PNG.header(width: 1, height: 1)).write(to: home.file("wrong.png"))
    try FileManager.default.createDirectory(
      at: home.file("folder"), withIntermediateDirectories: true)
  }

  public static let samples: [Sample] = [
    ("spin", "--number 0", 2, "--number takes 1 to 1000, not 0. See raylette spin --help."),
    (
      "spin", "--no-fetch --wheel ~/none.txt", 1,
      "cannot read the wheel ~/none.txt: No such file or directory"
    ),
    (
      "spin", "--no-fetch --wheel ftp://a.example", 2,
      "ftp://a.example is not an http or https address"
    ),
    ("spin", "--no-fetch --wheel ~/folder", 1, "~/folder has no file with links in it"),
    ("preview", "", 2, "no address to preview. See raylette preview --help."),
    ("preview", "'no address'", 2, "no address: only http and https addresses can be fetched"),
    ("preview", "http://127.0.0.1:1/", 1, "http://127.0.0.1:1/: 127.0.0.1 refused the connection"),
    (
      "read", "", 2, "give the address of one page, or one file, to read. See raylette read --help."
    ),
    ("read", "'no address'", 2, "not a web address: no address"),
    ("read", "~/./none.html", 1, "cannot read ~/./none.html: No such file or directory"),
    (
      "read", "~/folder/../wrong.png", 1,
      "wrong.png: The page couldn't be fetched: not a web page but image/png."
    ),
    (
      "saved", "lsit", 2,
      "there's no command 'lsit'. Did you mean 'list'? See raylette saved --help."
    ),
    ("saved list", "--sort x", 2, "not 'x'. See raylette saved list --help."),
    ("saved list", "nothing", 1, ""),
    (
      "saved show", "", 2,
      "missing expected argument '<address> ...'. See raylette saved show --help."
    ),
    ("saved log", "tag", 2, "not a web address: tag"),
    ("saved log", "none.example", 1, "not in Saved: none.example"),
    (
      "saved log", "--limit 0", 2,
      "--limit takes a number from 1, not 0. See raylette saved log --help."
    ),
    ("saved show", "tag", 2, "not a web address: tag"),
    ("saved show", "none.example", 1, "not in Saved: none.example"),
    (
      "saved tags", "--sort x", 2,
      "--sort takes count or name, not 'x'. See raylette saved tags --help."
    ),
    (
      "saved tags", "--filter is:ded", 2,
      "Quotes make it text: '\"is:ded\"'. See raylette saved tags --help."
    ),
    ("saved add", "'a b'", 2, "not a web address: a b"),
    (
      "saved add", "a.example --tag ''", 2,
      "--tag takes the name of a tag. See raylette saved add --help."
    ),
    (
      "saved remove", "", 2,
      "name addresses, or take those of a --filter. See raylette saved remove --help."
    ),
    ("saved remove", "tag", 2, "not a web address: tag"),
    ("saved remove", "none.example", 1, "not in Saved: none.example"),
    ("saved remove", "none.example tag", 2, "not a web address: tag"),
    ("saved remove", "--filter nothing", 1, "nothing matches nothing"),
    (
      "saved tag", "b.example", 2,
      "name tags to --add or to --remove. See raylette saved tag --help."
    ),
    ("saved tag", "tag --add x", 2, "not a web address: tag"),
    ("saved tag", "none.example --add x", 1, "not in Saved: none.example"),
    (
      "saved note", "b.example", 2,
      "missing expected argument '--text <text>'. See raylette saved note --help."
    ),
    ("saved note", "tag --text x", 2, "not a web address: tag"),
    ("saved note", "none.example --text x", 1, "not in Saved: none.example"),
    (
      "saved edit", "b.example", 2,
      "give a --title or an --address. See raylette saved edit --help."
    ),
    ("saved edit", "tag --title x", 2, "not a web address: tag"),
    ("saved edit", "b.example --address tag", 2, "not a web address: tag"),
    ("saved edit", "none.example --title x", 1, "not in Saved: none.example"),
    (
      "saved open", "", 2,
      "name addresses, or take those of a --filter. See raylette saved open --help."
    ),
    ("saved open", "tag", 2, "not a web address: tag"),
    ("saved open", "none.example", 1, "not in Saved: none.example"),
    (
      "saved check", "--filter ''", 2,
      "the --filter \"\" has nothing to look for. See raylette saved check --help."
    ),
    (
      "saved keep", "--again --forget", 2,
      "choose one of --again and --forget. See raylette saved keep --help."
    ),
    (
      "saved keep", "is:ded", 2,
      "Quotes make it text: '\"is:ded\"'. See raylette saved keep --help."
    ),
    (
      "saved trash", "restor", 2,
      "there's no command 'restor'. Did you mean 'restore'? See raylette saved trash --help."
    ),
    ("saved trash list", "x", 2, "unexpected argument 'x'. See raylette saved trash list --help."),
    ("saved trash restore", "tag", 2, "not a web address: tag"),
    ("saved trash restore", "b.example", 1, "not in Saved: b.example"),
    (
      "saved trash empty", "x", 2, "unexpected argument 'x'. See raylette saved trash empty --help."
    ),
    (
      "saved import", "", 2,
      "name a file, or a browser with --from. See raylette saved import --help."
    ),
    (
      "saved import", "--from netscape", 2,
      "no browser is called netscape; no browser's bookmarks were found here"
    ),
    (
      "saved import", "--from safari", 1,
      "no bookmarks of Safari; no browser's bookmarks were found here"
    ),
    (
      "saved import", "--from firefox ~/list.md", 2,
      "name files or --from, not both. See raylette saved import --help."
    ),
    (
      "saved import", "--profile x ~/list.md", 2,
      "are for a browser; name it with --from. See raylette saved import --help."
    ),
    ("saved import", "~/none.html", 1, "cannot read ~/none.html: No such file or directory"),
    ("saved import", "~/wrong.png", 1, "markdown, org, text, json, jsonl"),
    (
      "saved export", "--format chrome", 2,
      "chrome is import-only; export html instead. See raylette saved export --help."
    ),
    (
      "saved export", "--format x", 2,
      "--format takes html, csv, opml, markdown, text, json or jsonl, not 'x'. See raylette saved export --help."
    ),
    ("backup", "", 1, "nothing is saved yet"),
    ("backup", "x y", 2, "unexpected argument 'y'. See raylette backup --help."),
    ("restore", "x y", 2, "unexpected argument 'y'. See raylette restore --help."),
    ("restore", "", 1, "there's no backup yet; name a file of raylette backup"),
    ("restore", "2026-01-31", 1, "there's no backup yet; name a file of raylette backup"),
    ("restore", "~/none.sqlite", 1, "cannot read ~/none.sqlite: No such file or directory"),
    ("restore", "~/wrong.png", 1, "~/wrong.png is damaged or isn't a database"),
    ("saved undo", "x", 2, "undo takes a number from 1, not 'x'. See raylette saved undo --help."),
    ("saved redo", "", 1, "nothing to redo"),
    ("saved redo", "x", 2, "unexpected argument 'x'. See raylette saved redo --help."),
    (
      "wheel", "rm x", 2,
      "there's no command 'rm'. Did you mean 'remove'? See raylette wheel --help."
    ),
    ("wheel list", "x", 2, "unexpected argument 'x'. See raylette wheel list --help."),
    ("wheel show", "", 2, "missing expected argument '<name>'. See raylette wheel show --help."),
    ("wheel show", "none", 1, "there's no wheel named none"),
    (
      "wheel add", "mine", 2,
      "missing expected argument '<source> ...'. See raylette wheel add --help."
    ),
    ("wheel add", "mine ftp://a.example", 2, "ftp://a.example is not an http or https address"),
    (
      "wheel add", "mine ~/none.txt", 1,
      "cannot read the wheel ~/none.txt: No such file or directory"
    ),
    (
      "wheel add", "a/b ~/list.txt", 2,
      "the name of a wheel has no slash, and doesn't begin with - or a dot. See raylette wheel add --help."
    ),
    ("wheel update", "none", 1, "there's no wheel named none"),
    ("wheel update", "--bogus", 2, "unknown option '--bogus'. See raylette wheel update --help."),
    (
      "wheel rename", "x", 2,
      "missing expected argument '<new name>'. See raylette wheel rename --help."
    ),
    ("wheel rename", "none other", 1, "there's no wheel named none"),
    (
      "wheel remove", "", 2,
      "missing expected argument '<name> ...'. See raylette wheel remove --help."
    ),
    ("wheel remove", "none", 1, "there's no wheel named none"),
    (
      "history", "--limit -1", 2,
      "--limit takes a number from 1, not -1. See raylette history --help."
    ),
    ("history list", "", 1, ""),
    (
      "history list", "--limit x", 2,
      "--limit takes a number from 1, not 'x'. See raylette history list --help."
    ),
    ("history clear", "x", 2, "unexpected argument 'x'. See raylette history clear --help."),
    ("sync", "lst", 2, "there's no command 'lst'. See raylette sync --help."),
    ("sync now", "x", 2, "unexpected argument 'x'. See raylette sync now --help."),
    ("sync now", "", 1, "run raylette sync init with the address of a git repository, or --folder"),
    (
      "sync init", "", 2,
      "give the address of a git repository, or --folder with a path. See raylette sync init --help."
    ),
    ("sync init", "a b", 2, "'b'. See raylette sync init --help."),
    ("sync invite", "x", 2, "unexpected argument 'x'. See raylette sync invite --help."),
    (
      "sync invite", "", 1,
      "sync isn't set up; run raylette sync init with the address of a git repository, or --folder"
    ),
    ("sync status", "x", 2, "unexpected argument 'x'. See raylette sync status --help."),
    ("sync devices", "x", 2, "unexpected argument 'x'. See raylette sync devices --help."),
    (
      "sync recipients", "lst", 2,
      "there's no command 'lst'. Did you mean 'list'? See raylette sync recipients --help."
    ),
    (
      "sync recipients list", "x", 2,
      "unexpected argument 'x'. See raylette sync recipients list --help."
    ),
    (
      "sync recipients list", "", 1,
      "run raylette sync init with the address of a git repository, or --folder"
    ),
    ("sync recipients add", "--key", 2, "See raylette sync recipients add --help."),
    (
      "sync recipients add", "age1", 2,
      "ssh-ed25519 … or ssh-rsa …. See raylette sync recipients add --help."
    ),
    (
      "sync recipients remove", "", 2,
      "missing expected argument '<key> ...'. See raylette sync recipients remove --help."
    ),
    ("sync leave", "x", 2, "unexpected argument 'x'. See raylette sync leave --help."),
    ("sync repair", "x", 2, "unexpected argument 'x'. See raylette sync repair --help."),
    (
      "sync repair", "", 1,
      "run raylette sync init with the address of a git repository, or --folder"
    ),
    ("cache", "x", 2, "there's no command 'x'. See raylette cache --help."),
    ("cache info", "x", 2, "unexpected argument 'x'. See raylette cache info --help."),
    (
      "cache prune", "", 2,
      "say what to remove, with either --older-than or --size. See raylette cache prune --help."
    ),
    (
      "cache prune", "--size x", 2,
      "--size takes 0 to 100000 megabytes, not 'x'. See raylette cache prune --help."
    ),
    ("cache clear", "x", 2, "unexpected argument 'x'. See raylette cache clear --help."),
    (
      "config", "chek", 2,
      "there's no command 'chek'. Did you mean 'check'? See raylette config --help."
    ),
    ("config path", "x", 2, "unexpected argument 'x'. See raylette config path --help."),
    ("config show", "x", 2, "unexpected argument 'x'. See raylette config show --help."),
    ("config edit", "x", 2, "unexpected argument 'x'. See raylette config edit --help."),
    ("config check", "x", 2, "unexpected argument 'x'. See raylette config check --help."),
    ("doctor", "x", 2, "unexpected argument 'x'. See raylette doctor --help."),
    ("completions", "tcsh", 2, ". See raylette completions --help."),
    ("man", "x", 2, "there are pages in the sections 1 and 5, not x. See raylette man --help."),
    ("help", "savd", 2, "there's no command 'savd'. Did you mean 'saved'? See raylette --help."),
  ]
}
