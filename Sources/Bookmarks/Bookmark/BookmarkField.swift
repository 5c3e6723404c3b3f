/// The meaning of a table column or JSON key, by the names that programs give it.
enum BookmarkField: CaseIterable {
  case address, title, summary, description, note, tags, folder, topic, savedAt, openedAt

  /// The names, without separators and in lower case, the most reliable first.
  ///
  /// Pocket: `title,url,time_added,tags,status`, in its API `given_url`, `resolved_title`.
  /// Instapaper: `URL,Title,Selection,Folder,Timestamp`, later with `Tags`. Raindrop:
  /// `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite`. Readwise:
  /// `Title,URL,ID,Document tags,Saved date,…`. Readability: `article__url`. Our own names are
  /// ``CSVEncoder/header`` and those of ``JSONBookmarkEncoder``. The other names are the ones
  /// people use.
  ///
  /// Where a service gives an object several addresses, `url` may be the one for programs: GitHub
  /// has `html_url` beside it, GitLab `web_url`.
  var names: [String] {
    switch self {
    case .address:
      [
        "htmlurl", "weburl", "permalink", "canonicalurl", "externalurl", "url", "uri", "href",
        "link", "givenurl", "resolvedurl", "articleurl", "pageurl",
        "bookmarkurl", "urlstring", "address", "website", "webpage", "siteurl",
      ]
    case .title:
      ["title", "name", "giventitle", "resolvedtitle", "articletitle", "pagetitle", "label"]
    case .summary: ["summary", "excerpt", "articleexcerpt", "websitedescription"]
    case .description: ["description", "desc"]
    case .note: ["note", "notes", "extended", "comment", "comments", "selection", "annotation"]
    case .tags: ["tags", "labels", "tag", "tagnames", "documenttags", "keywords"]
    case .folder: ["folder", "collection", "foldername", "list"]
    case .topic: ["topic", "topics", "category", "categories", "subject", "language"]
    case .savedAt:
      [
        "savedat", "starredat", "created", "createdat", "dateadded", "timeadded", "addedat",
        "added",
        "saveddate",
        "timestamp", "time", "date", "datetime", "createdon", "addedon", "bookmarkedat",
        "dtcreated", "creationdate", "modified", "modifiedat",
        "lastinteractiondate",
      ]
    case .openedAt: ["openedat", "opened", "lastvisited", "datelastused"]
    }
  }

  /// Normalizes a name for look-up, because programs write `dateAdded`, `date_added` and
  /// `Date added`.
  static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"): nil
        default: byte
        }
      }, as: UTF8.self)
  }
}
