/// A hash value of bytes that's the same in each process (FNV-1a with 64 bits,
/// https://www.rfc-editor.org/rfc/rfc9923). Use it to notice changes. It doesn't resist attacks.
package struct FNVHash {
  package private(set) var value: UInt64

  /// - Parameter value: the hash of the preceding bytes, if any.
  package init(after value: UInt64 = 0xCBF2_9CE4_8422_2325) { self.value = value }

  package init(_ bytes: some Sequence<UInt8>) {
    self.init()
    append(bytes)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { for byte in $0 { append(byte) } }
    if isDone == nil { for byte in bytes { append(byte) } }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
