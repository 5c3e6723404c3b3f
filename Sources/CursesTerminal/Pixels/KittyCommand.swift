import TerminalGrid

/// Commands of the kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol).
/// `q=2` keeps the terminal from answering them, even if they fail.
enum KittyCommand {
  /// Asks about an image of one pixel, which the terminal checks and doesn't show.
  static let query = command("i=\(queryID),s=1,v=1,a=q,t=d,f=24", payload: "AAAA")

  /// Returns whether the terminal takes the image of ``query``, or nil if a control string isn't the
  /// answer to it.
  static func answer(in string: String) -> Bool? {
    string.hasPrefix("Gi=\(queryID);") ? string.hasSuffix(";OK") : nil
  }

  private static let queryID = 31

  /// Sends an image.
  static func transmit(_ image: PixelImage, id: Int) -> String {
    send(image, control: "a=t,t=d,f=32,i=\(id)")
  }

  /// Sends an image and shows it at the cursor, in the number of cells it was made for. The cursor
  /// stays where it is. The image has no id, so that no other image can replace it.
  static func show(_ image: PixelImage, size: GridSize) -> String {
    send(image, control: "a=T,t=d,f=32,c=\(size.columns),r=\(size.rows),C=1")
  }

  /// Ends the transfer of an image that was sent only in part.
  static let endTransfer = command("m=0,q=2", payload: "")

  /// Sends an image in chunks of at most 4,096 bytes, as the protocol requires.
  private static func send(_ image: PixelImage, control: String) -> String {
    var control = "\(control),s=\(image.size.width),v=\(image.size.height),"
    var text = ""
    var remaining = image.data[...]
    repeat {
      let chunk = remaining.prefix(4096)
      remaining = remaining.dropFirst(4096)
      let payload = String(decoding: chunk, as: UTF8.self)
      text += command("\(control)q=2,m=\(remaining.isEmpty ? 0 : 1)", payload: payload)
      control = ""
    } while !remaining.isEmpty
    return text
  }

  /// Shows an image at the cursor, in the number of cells it was made for. The cursor stays where
  /// it is. A placement with the same name that's on screen moves to the cursor.
  static func place(_ name: PlacementName, size: GridSize) -> String {
    command("a=p,i=\(name.image),p=\(name.number),c=\(size.columns),r=\(size.rows),C=1,q=2")
  }

  /// Removes one placement of an image. The terminal keeps the image in its memory.
  static func remove(_ name: PlacementName) -> String {
    command("a=d,d=i,i=\(name.image),p=\(name.number),q=2")
  }

  /// Removes an image from everywhere on the screen and from the terminal's memory.
  static func forget(_ id: Int) -> String { command("a=d,d=I,i=\(id),q=2") }

  /// Removes all images, whatever their ids are.
  static let removeAll = command("a=d,d=A,q=2")

  private static func command(_ control: String, payload: String? = nil) -> String {
    "\u{1B}_G\(control)\(payload.map { ";\($0)" } ?? "")\u{1B}\\"
  }
}

/// The name of a placement: one of the positions on screen where the terminal shows an image.
struct PlacementName: Hashable {
  /// The id of the image.
  var image: Int
  /// Distinguishes the placements of an image.
  var number: Int

  /// Returns the lowest number that no placement of the image has.
  static func firstUnused(of image: Int, in used: Set<PlacementName>) -> Int {
    var name = PlacementName(image: image, number: 1)
    while used.contains(name) { name.number += 1 }
    return name.number
  }
}
