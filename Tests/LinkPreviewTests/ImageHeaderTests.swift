import Foundation
import TestSupport
import Testing

@testable import LinkPreview

struct ImageHeaderTests {
  @Test("the type and size are read from the header", arguments: ImageSample.all)
  func header(_ sample: ImageSample) {
    let header = ImageHeader(sample.bytes)
    #expect(header?.type == sample.type)
    #expect(header?.width == sample.width)
    #expect(header?.height == sample.height)
  }

  @Test("truncated and changed headers don't crash", arguments: ImageSample.all)
  func survives(_ sample: ImageSample) {
    for end in sample.bytes.indices {
      _ = ImageHeader(sample.bytes[..<end])
      for byte: UInt8 in [0, 0x7F, 0xFF] {
        var bytes = sample.bytes
        bytes[end] = byte
        _ = ImageHeader(bytes)
      }
    }
  }
}
