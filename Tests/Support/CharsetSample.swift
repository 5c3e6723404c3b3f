/// A text in one of the encodings that pages and files use.
public struct CharsetSample: Sendable, CustomStringConvertible {
  public var label: String
  public var bytes: [UInt8]
  public var text: String
  public var description: String { label }

  public static let all = [
    CharsetSample(label: "Shift_JIS", bytes: [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], text: "日本語"),
    CharsetSample(label: "EUC-JP", bytes: [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC], text: "日本語"),
    CharsetSample(
      label: "ISO-2022-JP",
      bytes: [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42],
      text: "日本語"),
    CharsetSample(label: "GB18030", bytes: [0xD6, 0xD0, 0xCE, 0xC4], text: "中文"),
    CharsetSample(label: "GB2312", bytes: [0xD6, 0xD0, 0xCE, 0xC4], text: "中文"),
    CharsetSample(label: "Big5", bytes: [0xA4, 0xA4, 0xA4, 0xE5], text: "中文"),
    CharsetSample(label: "EUC-KR", bytes: [0xC7, 0xD1, 0xB1, 0xB9, 0xBE, 0xEE], text: "한국어"),
    CharsetSample(label: "KOI8-R", bytes: [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], text: "Привет"),
    CharsetSample(
      label: "windows-1251", bytes: [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], text: "Привет"),
    CharsetSample(
      label: "ISO-8859-1", bytes: [0x93, 0x63, 0x61, 0x66, 0xE9, 0x94], text: "“café”"),
    CharsetSample(label: "ISO-8859-15", bytes: [0xA4], text: "€"),
    CharsetSample(label: "UTF-8", bytes: Array("日本語".utf8), text: "日本語"),
  ]
}
