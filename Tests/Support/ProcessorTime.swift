import Foundation

/// Compares how long the same takes for a text and for one four times as long, without a clock that
/// a busy machine slows.
public struct ProcessorTime {
  public private(set) var short = Double.infinity
  public private(set) var long = Double.infinity

  /// Nothing counts the steps of what's measured. A busy machine only ever adds to its time, so the
  /// least of many tries is what it takes, and one try is enough if that's in proportion already.
  public init(short runShort: () throws -> Void, long runLong: () throws -> Void) rethrows {
    for _ in 0..<40 where !isInProportion {
      long = min(long, try Self.seconds(runLong))
      if !isInProportion { short = min(short, try Self.seconds(runShort)) }
    }
  }

  /// Whether the long text takes about four times as long. What's quadratic takes sixteen times as
  /// long, and for these texts more than a tenth of a second. Below that, what a busy machine adds
  /// outweighs the rest.
  public var isInProportion: Bool { long < 0.1 || long < 10 * short && short < .infinity }

  /// The processor time of this thread.
  private static func seconds(_ run: () throws -> Void) rethrows -> Double {
    let start = now
    try run()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension ProcessorTime: CustomStringConvertible {
  public var description: String { "\(short) s, four times as long \(long) s" }
}
