import Foundation

extension TerminalEmulator {
  /// Performs a command of the kitty graphics protocol.
  mutating func graphics(_ command: String) {
    let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var control: [String: String] = [:]
    for field in parts[0].split(separator: ",") {
      let pair = field.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { control[String(pair[0])] = String(pair[1]) }
    }
    let data = parts.count > 1 ? String(parts[1]) : ""
    if data.utf8.count > 4096 { complaints.append("a chunk of \(data.utf8.count) bytes") }
    if control["a"] == "q" {
      reply("\u{1B}_Gi=\(control["i"] ?? "");OK\u{1B}\\")
      return
    }
    if var transfer {
      transfer.data += data
      self.transfer = transfer
      if control["m"] != "1" { endTransfer() }
      return
    }
    if control["q"] != "2" { complaints.append("a command that gets an answer: \(parts[0])") }
    let id = control["i"].flatMap { Int($0) } ?? 0
    let number = control["p"].flatMap { Int($0) } ?? 0
    switch control["a"] {
    case "t", "T":
      transfer = (control, data)
      if control["m"] != "1" { endTransfer() }
    case "p":
      guard images[id] != nil else {
        complaints.append("a picture that wasn't sent: \(id)")
        return
      }
      place(id, number: number, control)
    case "d":
      switch control["d"] {
      case "i", "I":
        placements.removeAll { $0.id == id && (number == 0 || $0.number == number) }
        if control["d"] == "I" { images[id] = nil }
      case "a", "A", nil:
        placements = []
        if control["d"] == "A" { images = [:] }
      default: complaints.append("a delete: \(parts[0])")
      }
    // The end of a transfer. Without one, the terminal does nothing.
    case nil where control["m"] == "0" && data.isEmpty: break
    default: complaints.append("graphics: \(parts[0])")
    }
  }

  /// Shows an image at the cursor.
  private mutating func place(_ id: Int, number: Int, _ control: [String: String]) {
    placements.removeAll { $0.id == id && $0.number == number }
    placements.append(
      Placement(
        id: id, number: number, x: cursor.x, y: cursor.y,
        columns: control["c"].flatMap { Int($0) } ?? 0,
        rows: control["r"].flatMap { Int($0) } ?? 0))
    if control["C"] != "1" { complaints.append("a picture that moves the cursor") }
  }

  private mutating func endTransfer() {
    guard let (control, data) = transfer else { return }
    transfer = nil
    let numbers = ["i", "s", "v", "f"].map { control[$0].flatMap { Int($0) } ?? 0 }
    let (width, height, depth) = (numbers[1], numbers[2], numbers[3])
    let isShown = control["a"] == "T"
    if numbers[0] == 0, isShown { anonymousCount += 1 }
    let id = numbers[0] > 0 || !isShown ? numbers[0] : -anonymousCount
    guard let bytes = Data(base64Encoded: data), bytes.count == width * height * depth / 8, id != 0
    else {
      complaints.append("a broken picture: \(control)")
      return
    }
    images[id] = PixelSize(width: width, height: height)
    if isShown { place(id, number: 0, control) }
  }

  /// Draws a sixel picture at the cursor.
  mutating func sixel(_ content: String) {
    guard let data = content.firstIndex(of: "q").map({ content[$0...].dropFirst() }),
      data.first == "\"", let cell = traits.cell
    else {
      complaints.append("a sixel picture without a size")
      return
    }
    let numbers = data.dropFirst().prefix { $0.isNumber || $0 == ";" }.split(separator: ";")
      .compactMap { Int($0) }
    guard numbers.count == 4 else {
      complaints.append("a sixel picture without a size")
      return
    }
    sixelCount += 1
    coverWithSixel(
      columns: (numbers[2] + cell.width - 1) / cell.width,
      rows: (numbers[3] + cell.height - 1) / cell.height)
  }
}

extension TerminalEmulator {
  /// What the terminal has of pictures, for messages.
  public var graphicsSummary: String {
    let covered = sixelCells
    let x = covered.map(\.x)
    let y = covered.map(\.y)
    return """
      placements: \(placements), images: \(images), complaints: \(complaints)
      sixel: \(x.min() ?? 0)...\(x.max() ?? 0) x \(y.min() ?? 0)...\(y.max() ?? 0)
      """
  }
}
