// Whoever fetches metadata and articles works with their types, so that one import has them all.
@_exported public import Articles
@_exported public import LinkPreview
