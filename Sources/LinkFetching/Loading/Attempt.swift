import Foundation
import LinkPreview

/// The partial result of a fetch, used if the time limit passes.
struct Interim: Sendable {
  /// The outcome of the first attempt while the second one runs.
  var attempt: Attempt?
  /// The pages as far as they've arrived: the requested one, and the one that it refreshes to.
  var pages: [UnfinishedPage] = []
  /// The first bytes of a page that's read on. Nil if its metadata isn't known.
  var start: FetchedFile?

  /// The result of the fetch if it ends now, or nil if too little is known.
  var result: Result<FetchResult, LinkMetadataError>? {
    attempt?.result
      ?? pages.reversed().lazy.compactMap(\.metadata).first.map { .success(.metadata($0, nil)) }
  }

  /// Adds a piece to the last page.
  /// - Parameter head: the page as of its head, if the piece completes that.
  mutating func add(_ piece: [UInt8], completing head: Page?) {
    guard !pages.isEmpty else { return }
    pages[pages.count - 1].add(piece, completing: head)
  }
}

/// A page whose end is missing.
struct UnfinishedPage: Sendable {
  private let url: URL
  private let originalURL: URL
  private let charset: String?
  /// The page as of its head.
  private var head: Page?
  /// What has arrived of the head. It's read only if the time limit passes, so that a page needn't
  /// be made from each piece.
  private var pieces: [[UInt8]] = []

  init(of response: WebResponse, originalURL: URL) {
    url = response.url
    charset = response.contentType.charset
    self.originalURL = originalURL
  }

  mutating func add(_ piece: [UInt8], completing head: Page?) {
    self.head = head
    if head == nil { pieces.append(piece) } else { pieces = [] }
  }

  /// The metadata, or nil if there's no title yet.
  var metadata: LinkMetadata? {
    let metadata = LinkMetadata(page: head ?? beginning, originalURL: originalURL)
    return metadata.title == nil ? nil : metadata
  }

  private var beginning: Page {
    let reader = PageReader(transportLabel: charset, host: url.host())
    for piece in pieces { reader.read(piece) }
    reader.finish(isWhole: false)
    return reader.page(at: url)
  }
}

/// The outcome of one attempt to fetch a page. A site that blocks an unknown client, or sends it no
/// metadata, may know the large crawlers, so there's a second attempt under their names.
enum Attempt: Hashable, Sendable {
  case page(LinkMetadata, PageValidators? = nil)
  /// A page without metadata.
  case emptyPage(LinkMetadata, PageValidators? = nil)
  /// The page hasn't changed.
  case notModified
  case failure(LinkMetadataError)

  var result: Result<FetchResult, LinkMetadataError> {
    switch self {
    case .page(let metadata, let validators), .emptyPage(let metadata, let validators):
      .success(.metadata(metadata, validators))
    case .notModified: .success(.notModified)
    case .failure(let error): .failure(error)
    }
  }

  /// Whether a second attempt under another name may get more.
  var deservesAnother: Bool {
    switch self {
    case .page, .notModified: false
    case .emptyPage, .failure(.failed(.botWall)), .failure(.failed(.emptyPage)): true
    case .failure(.failed(.httpStatus(let code))): Self.wallStatuses.contains(code)
    case .failure: false
    }
  }

  /// Returns the better of two attempts: the second one only if it got further.
  func better(_ second: Attempt) -> Attempt { second.rank > rank ? second : self }

  /// The statuses that sites send to suspected bots. 999 is LinkedIn's.
  static let wallStatuses: Set = [403, 406, 429, 503, 999]

  private var rank: Int {
    switch self {
    case .failure: 0
    case .emptyPage: 1
    case .page, .notModified: 2
    }
  }
}
