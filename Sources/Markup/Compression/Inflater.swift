import CDecoders

/// Inflates compressed bytes (RFC 1950, 1951 and 1952) piece by piece. Stops at a limit, because a
/// small file can inflate to any size.
///
/// A gzip file can consist of several members, which are inflated one after another (RFC 1952,
/// section 2.2).
package final class Inflater {
  package enum Failure: Error, Hashable {
    /// The bytes aren't in the format, or they're incomplete.
    case badData
    /// The inflated bytes exceed the limit.
    case tooLong(limit: Int)
  }

  package enum Format {
    /// A file with the header of gzip or zlib.
    case gzip
    /// The body of a response with `Content-Encoding: deflate`.
    case deflate
    /// DEFLATE without any header, as in a zip archive.
    case raw
  }

  private enum State {
    /// The first byte shows the format.
    case awaitsStart
    case inflating
    /// A member of gzip has ended, and so many bytes of another one's mark have arrived.
    case betweenMembers(matched: Int)
    case ended
  }

  /// The first bytes of a gzip member: its mark, and the only method.
  package static let gzipMark: [UInt8] = [0x1F, 0x8B, 8]

  /// zlib keeps the address of its stream, so the stream can't be a property.
  private let stream: UnsafeMutablePointer<z_stream>
  private let format: Format
  private let limit: Int
  private var state = State.awaitsStart
  /// The number of inflated bytes so far.
  package private(set) var length = 0
  /// Whether there may be more output without further input, because the last output was full.
  private var hasMore = false
  private var isGzip = false

  /// - Parameter limit: the maximum number of inflated bytes.
  package init(format: Format, limit: Int) {
    self.format = format
    self.limit = limit
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if case .awaitsStart = state {} else { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Whether the compressed bytes are complete. Any bytes after them belong to something else.
  package var hasEnded: Bool {
    switch state {
    case .betweenMembers, .ended: true
    case .awaitsStart, .inflating: false
    }
  }

  /// Whether ``inflate(_:into:)`` can produce output from this many bytes of input.
  package func canContinue(inputCount: Int) -> Bool {
    switch state {
    case .awaitsStart, .betweenMembers: inputCount > 0
    case .inflating: hasMore || inputCount > 0
    case .ended: false
    }
  }

  /// Inflates as much as fits into the target. Call it only if ``canContinue(inputCount:)``.
  /// - Returns: the number of bytes read from the source and written to the target.
  package func inflate(
    _ source: UnsafeMutableRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> (read: Int, written: Int) {
    if case .awaitsStart = state, let first = source.first { try start(first) }
    if case .betweenMembers(let matched) = state {
      return (try startMember(source, matched: matched), 0)
    }
    stream.pointee.next_in = source.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_in = uInt(source.count)
    stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = uInt(target.count)
    let status = CDecoders.inflate(stream, Z_NO_FLUSH)
    hasMore = stream.pointee.avail_out == 0
    let written = target.count - Int(stream.pointee.avail_out)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: state = isGzip ? .betweenMembers(matched: 0) : .ended
    // Returns the intact bytes before the damage. zlib reports the damage again at the next call.
    case _ where written > 0: hasMore = true
    default: throw .badData
    }
    length += written
    if length > limit { throw .tooLong(limit: limit) }
    return (source.count - Int(stream.pointee.avail_in), written)
  }

  /// Reads the mark of another member. Other bytes after a member belong to something else: the last
  /// block of a tape may be filled with zeros.
  /// - Returns: the number of bytes read from the source.
  private func startMember(
    _ source: UnsafeMutableRawBufferPointer, matched: Int
  ) throws(Failure) -> Int {
    let rest = Self.gzipMark[matched...]
    let count = min(rest.count, source.count)
    guard source.prefix(count).elementsEqual(rest.prefix(count)) else {
      state = .ended
      return 0
    }
    state = .betweenMembers(matched: matched + count)
    guard count == rest.count else { return count }
    var mark = Self.gzipMark
    let isStarted = mark.withUnsafeMutableBufferPointer { mark in
      stream.pointee.next_in = mark.baseAddress
      stream.pointee.avail_in = uInt(mark.count)
      stream.pointee.avail_out = 0
      return inflateReset(stream) == Z_OK
        && [Z_OK, Z_BUF_ERROR].contains(CDecoders.inflate(stream, Z_NO_FLUSH))
        && stream.pointee.avail_in == 0
    }
    guard isStarted else { throw .badData }
    (state, hasMore) = (.inflating, false)
    return count
  }

  /// Checks that the end isn't missing. No bytes at all are fine.
  package func finish() throws(Failure) {
    if case .inflating = state { throw .badData }
  }

  private func start(_ first: UInt8) throws(Failure) {
    // `Content-Encoding: deflate` requires zlib's header (RFC 9110, section 8.4.1.2), but some
    // servers omit the header, and browsers accept both.
    let isRaw = format == .raw || format == .deflate && Self.isHeaderless(first)
    isGzip = !isRaw && first == Self.gzipMark[0]
    // Adding 32 detects the headers of zlib and gzip. A negative value means no header.
    let window = isRaw ? -MAX_WBITS : MAX_WBITS + 32
    guard CDecoders_inflateInit2(stream, window) == Z_OK else { throw .badData }
    state = .inflating
  }

  /// Whether a body that begins with `byte` has neither a zlib nor a gzip header. A zlib body
  /// begins with method 8 and the window size. No encoder writes those bits at the start of bare
  /// DEFLATE.
  private static func isHeaderless(_ byte: UInt8) -> Bool {
    (byte & 0x0F != 8 || byte >> 4 > 7) && byte != 0x1F
  }
}
