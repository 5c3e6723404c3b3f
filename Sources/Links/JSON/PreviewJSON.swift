import Foundation
package import LinkPreview
package import Markup

/// A link's metadata as flat JSON for scripts. All keys are always present, with null for missing
/// values.
package enum PreviewJSON {
  /// - Parameter error: the reason why there's no more metadata.
  package static func object(
    _ metadata: LinkMetadata, error: LinkMetadataError? = nil
  ) -> JSONObject {
    object(originalURL: metadata.originalAddress.text, metadata, error)
  }

  /// The object for an address without metadata.
  package static func object(originalURL: String, error: LinkMetadataError) -> JSONObject {
    object(originalURL: originalURL, nil, error)
  }

  private static func object(
    originalURL: String, _ metadata: LinkMetadata?, _ error: LinkMetadataError?
  ) -> JSONObject {
    var object: JSONObject = [
      "originalURL": originalURL, "url": metadata?.address.text,
      "video": (metadata?.video ?? metadata?.remoteVideo)?.url.absoluteString,
      "error": error?.message,
    ]
    for case let printed? in MetadataField.all.map(\.printed) {
      object.append(printed.key, metadata.flatMap(printed.text).json)
    }
    return object
  }

  /// The preview problems of a page, instead of its metadata.
  package static func object(originalURL: String, findings: [PageCheck.Finding]) -> JSONObject {
    let findings = findings.map { finding -> JSONObject in
      ["severity": finding.severity.rawValue, "text": finding.text]
    }
    return ["originalURL": originalURL, "findings": findings, "error": JSONValue.null]
  }

  /// The object for a page that can't be checked.
  package static func object(originalURL: String, uncheckable error: LinkMetadataError)
    -> JSONObject
  {
    ["originalURL": originalURL, "findings": JSONValue.null, "error": error.message]
  }
}

extension LinkMetadataError {
  fileprivate var message: String { detail ?? sentence }
}
