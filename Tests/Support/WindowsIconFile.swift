/// ICO files.
public enum WindowsIconFile {
  /// A violet bitmap of 16 x 16 pixels, without a mask.
  public static let violet: [UInt8] =
    [0, 0, 1, 0, 1, 0] + [16, 16, 0, 0, 1, 0, 32, 0] + [0x28, 4, 0, 0] + [22, 0, 0, 0]
    + [40, 0, 0, 0, 16, 0, 0, 0, 32, 0, 0, 0, 1, 0, 32, 0] + [UInt8](repeating: 0, count: 24)
    + [[UInt8]](repeating: [160, 30, 140, 255], count: 256).flatMap(\.self)
}
