// One import of LinkFetching includes the types of the metadata and articles it fetches.
@_exported public import Articles
@_exported public import LinkPreview
