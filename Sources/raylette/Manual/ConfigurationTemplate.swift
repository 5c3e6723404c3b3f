/// The texts of the bundled config file, which explains every setting.
struct ConfigurationTemplate {
  struct Entry: Equatable {
    let key: String
    let text: String
    /// The lines below the key with its possible values, without the comment signs.
    let example: [String]
  }

  /// The file's introduction of itself.
  let introduction: String
  private(set) var entries: [Entry] = []

  init(_ file: String = String(decoding: PackageResources.config_yml, as: UTF8.self)) {
    let blocks = file.split(separator: "\n\n").map { $0.split(separator: "\n") }
    introduction = Self.text(of: blocks.first ?? [])
    for block in blocks.dropFirst() {
      guard let line = block.firstIndex(where: { !$0.hasPrefix("#") }) else { continue }
      entries.append(
        Entry(
          key: String(block[line].prefix { $0 != ":" }), text: Self.text(of: block[..<line]),
          example: block[(line + 1)...].map { String($0.dropFirst()) }))
    }
  }

  private static func text(of comments: some Sequence<Substring>) -> String {
    comments.map { $0.drop { $0 == "#" || $0 == " " } }.joined(separator: " ")
  }
}
