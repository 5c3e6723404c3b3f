import Foundation

/// The JSON object on a line, with the time that every line has.
struct SyncLineObject {
  let fields: [String: Any]
  let time: SyncTime

  /// Returns nil if the line isn't an object with a time.
  init?(_ line: Data, device: String) {
    guard line.count <= SyncLine.lengthLimit, line.first == UInt8(ascii: "{"),
      let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
      let at = (object["at"] as? String).flatMap(ISOTime.milliseconds)
    else { return nil }
    let device = object["by"] as? String ?? device
    guard let count = object["n", default: 0] as? Int,
      (0..<SyncTime.countLimit).contains(count), DeviceName.isValid(device)
    else { return nil }
    fields = object
    time = SyncTime(milliseconds: at, count: count, device: device)
  }
}
