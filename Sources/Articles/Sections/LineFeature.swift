/// What's known about a line of a page, by which it's told whether the line is of the page's own
/// text. Most are 0 or 1.
enum LineFeature: Int, CaseIterable {
  case always

  // The block of the line.
  case mainHeading, secondHeading, thirdHeading, lowHeading, paragraph, item, cell, term, division
  case caption, code, summary, otherBlock

  // The elements around it.
  case inNavigation, inFooter, inHeader, inAside, inMain, inArticle, inForm, inList, inTable
  case inSection, inTerms, inNoScript, inDialog, inFigure, inDetails, inLink

  // Its text.
  case oneWord, twoWords, fewWords, someWords, manyWords, prose, longText, length
  case endsSentence, isLinked, isPartlyLinked, hasDigits, isDigits, hasCommas, isWide, hasPrice
  case beginsLikeBoilerplate, containsBoilerplate, isRepetition, isRepeated

  // The lines around it.
  case afterLink, beforeLink, afterProse, beforeProse, afterHeading, beforeHeading
  case proseAround, linksAround, lengthAround

  // Where it is.
  case beforeMainHeading, inFirstTenth, inLastTenth, position, afterProseEnds

  // The lines in elements like its own.
  case alikeCount, alikeProse, alikeLinked, alikeLength

  // The hints of the three elements close around it.
  case nearNavigation, nearFooter, nearHeader, nearSidebar, nearRelated, nearComments, nearSharing
  case nearNewsletter, nearAdvertisement, nearOverlay, nearAuthor, nearDetails, nearLead
  case nearCaption, nearTitle, nearContents, nearCredit, nearTeaser, nearArticle, nearBody
  case nearArticleBody, nearToggle, nearCode, nearNotes, nearPicture, nearHidden

  // The hints of all elements around it.
  case withinNavigation, withinFooter, withinHeader, withinSidebar, withinRelated, withinComments
  case withinSharing, withinNewsletter, withinAdvertisement, withinOverlay, withinAuthor
  case withinDetails, withinLead, withinCaption, withinTitle, withinContents, withinCredit
  case withinTeaser, withinArticle, withinBody, withinArticleBody, withinToggle, withinCode
  case withinNotes, withinPicture, withinHidden

  /// The hints, in the order of the features with them.
  static let hints: [ElementHints] = [
    .navigation, .footer, .header, .sidebar, .related, .comments, .sharing, .newsletter,
    .advertisement, .overlay, .author, .details, .lead, .caption, .title, .contents, .credit,
    .teaser, .article, .body, .articleBody, [.toggle, .button], .code, .notes, .pictureBox,
    [.unseen, .hidden, .forScreenReaders],
  ]
}
