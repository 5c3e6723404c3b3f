import TerminalGrid

/// Commands of the kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol). The
/// terminal answers none of them, not even if it fails (`q=2`).
enum KittyCommand {
  /// Sends an image.
  static func transmit(_ image: PixelImage, id: Int) -> String {
    send(image, control: "a=t,t=d,f=32,i=\(id)")
  }

  /// Sends an image and shows it at the cursor, in as many cells as it was made for. Leaves the
  /// cursor there. The image has no id, so that nothing else can replace it.
  static func show(_ image: PixelImage, size: Size) -> String {
    send(image, control: "a=T,t=d,f=32,c=\(size.columns),r=\(size.rows),C=1")
  }

  /// Ends an image that was only sent in part.
  static let endTransfer = command("m=0,q=2", payload: "")

  /// Sends an image in chunks of at most 4,096 bytes, as the protocol requires.
  private static func send(_ image: PixelImage, control: String) -> String {
    var control = "\(control),s=\(image.size.width),v=\(image.size.height),"
    var text = ""
    var rest = image.data[...]
    repeat {
      let chunk = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let payload = String(decoding: chunk, as: UTF8.self)
      text += command("\(control)q=2,m=\(rest.isEmpty ? 0 : 1)", payload: payload)
      control = ""
    } while !rest.isEmpty
    return text
  }

  /// Shows an image at the cursor, in as many cells as it was made for. Leaves the cursor there. A
  /// placement with this name that's already on screen moves there.
  static func place(_ name: PlacementName, size: Size) -> String {
    command("a=p,i=\(name.image),p=\(name.number),c=\(size.columns),r=\(size.rows),C=1,q=2")
  }

  /// Removes an image from one place. The terminal keeps it in its memory.
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

/// Names one of the places on screen where the terminal shows an image.
struct PlacementName: Hashable {
  /// The id of the image.
  var image: Int
  /// Tells the places of an image apart.
  var number: Int

  /// Returns the lowest number that no place of an image has.
  static func firstUnused(of image: Int, in used: Set<PlacementName>) -> Int {
    var name = PlacementName(image: image, number: 1)
    while used.contains(name) { name.number += 1 }
    return name.number
  }
}
