import CDecoders

/// Compresses bytes in zlib's format (RFC 1950), which ``Inflater/inflated(_:limit:)`` reads.
package enum Deflater {
  /// Returns the compressed bytes, or nil if there isn't enough memory.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    var status = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: Int(length)) { target, count in
      status = compress2(
        target.baseAddress, &length, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
      count = status == Z_OK ? Int(length) : 0
    }
    return status == Z_OK ? output : nil
  }
}

extension Inflater {
  /// Inflates a complete sequence of bytes.
  ///
  ///     let stored = Deflater.deflated(bytes)
  ///     let bytes = try Inflater.inflated(stored, limit: 1 << 20)
  /// - Parameter limit: the maximum number of inflated bytes.
  package static func inflated(
    _ bytes: [UInt8], format: Format = .gzip, limit: Int
  ) throws(Failure) -> [UInt8] {
    let inflater = Inflater(format: format, limit: limit)
    let output = try inflater.inflate(bytes, upTo: .max)
    guard inflater.hasEnded else { throw .badData }
    return output
  }

  /// Inflates bytes until there are some, and a few more.
  /// - Parameter count: the number of inflated bytes that's wanted. There may be fewer.
  package func inflate(_ bytes: [UInt8], upTo count: Int) throws(Failure) -> [UInt8] {
    let source = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    let target = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer {
      source.deallocate()
      target.deallocate()
    }
    source.copyBytes(from: bytes)
    var rest = source
    var output: [UInt8] = []
    while output.count < count, canContinue(inputCount: rest.count) {
      let (read, written) = try inflate(rest, into: target)
      output += UnsafeMutableRawBufferPointer(rebasing: target[..<written])
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[read...])
    }
    return output
  }
}
