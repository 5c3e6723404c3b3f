/// Other programs' names for our commands.
enum CommandSynonym {
  /// The names of commands, by their synonyms.
  private static let names: [String: [String]] = [
    "rm": ["remove", "leave", "clear"], "delete": ["remove", "leave", "clear"],
    "del": ["remove", "clear"], "unsave": ["remove"], "erase": ["clear", "empty"],
    "purge": ["empty", "clear", "prune"], "ls": ["list"], "dir": ["list"], "find": ["search"],
    "grep": ["search"], "mv": ["rename", "edit"], "move": ["rename", "edit"], "new": ["add"],
    "create": ["add", "init"], "save": ["add"], "insert": ["add"], "cat": ["show"],
    "get": ["show"], "info": ["show"], "view": ["show", "preview"], "refresh": ["update"],
    "pull": ["update", "now"], "push": ["now"], "fetch": ["update", "keep"], "setup": ["init"],
    "join": ["init"], "set": ["edit"], "change": ["edit"], "dump": ["export"], "load": ["import"],
    "browse": ["open"], "revert": ["undo"], "restore": ["trash"], "bookmarks": ["saved"],
    "favorites": ["saved"], "links": ["saved"], "log": ["history"], "settings": ["config"],
    "validate": ["check"], "manual": ["man"], "card": ["preview"], "article": ["read"],
    "label": ["tag"], "untag": ["tag"],
  ]

  /// Returns the first available name that's a synonym of the text, or nil if none is.
  static func of(_ text: String, in available: [String]) -> String? {
    names[text.lowercased()]?.first(where: available.contains)
  }
}
