/// Reads an object a line (https://jsonlines.org).
struct JSONLines: LineFormat {
  func read(_ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]) {
    if line.allSatisfy({ $0 <= 0x20 }) { return }
    entries.append(JSONEntry.entry(line, line: number))
  }
}
