/// The elements of MathML (https://www.w3.org/TR/mathml-core/ and, for the elements that it leaves
/// out, https://www.w3.org/TR/MathML3/).
enum MathMLElement: String {
  case math, semantics, annotation
  case annotationXML = "annotation-xml"
  case mi, mn, mo, ms, mtext, mspace
  case mrow, mstyle, mpadded, mphantom, merror, maction, menclose, mfenced
  case mfrac, msqrt, mroot
  case msub, msup, msubsup, munder, mover, munderover, mmultiscripts, mprescripts, none
  case mtable, mtr, mlabeledtr, mtd
  /// Any other element. Only its content counts.
  case other

  /// Whether the element contains text.
  var isToken: Bool {
    switch self {
    case .mi, .mn, .mo, .ms, .mtext, .annotation: true
    default: false
    }
  }

  /// Whether the content is invisible.
  var isHidden: Bool {
    switch self {
    case .annotationXML, .mphantom: true
    default: false
    }
  }
}
