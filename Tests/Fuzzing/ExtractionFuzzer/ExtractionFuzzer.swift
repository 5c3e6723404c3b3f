import Foundation
import LinkPreview

/// What libFuzzer calls with bytes it thought of: as a page, as a page to check, and as encoded
/// metadata. Extraction must neither crash nor hang on any, and what it gives must encode.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let url = URL(string: "https://www.example.org/a/b") else { return 0 }
  let bytes = Data(UnsafeBufferPointer(start: start, count: count))
  let labels = [nil, "utf-8", "shift_jis", "iso-2022-jp", "utf-16le", "gb18030"]
  let metadata = LinkMetadata(html: bytes, url: url, charset: labels[count % labels.count])
  _ = PageCheck.findings(html: bytes, url: url)
  guard let encoded = try? JSONEncoder().encode(metadata) else { abort() }
  guard (try? JSONDecoder().decode(LinkMetadata.self, from: encoded)) == metadata else { abort() }
  _ = try? JSONDecoder().decode(LinkMetadata.self, from: bytes)
  return 0
}
