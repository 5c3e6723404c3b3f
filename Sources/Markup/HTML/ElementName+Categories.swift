extension ElementName {
  /// Whether the element is special (https://html.spec.whatwg.org/#special).
  var isSpecial: Bool {
    switch self {
    case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body,
      .br, .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed,
      .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5,
      .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li, .link,
      .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol,
      .p, .param, .plaintext, .pre, .script, .search, .section, .select, .source, .style, .summary,
      .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul,
      .wbr, .xmp:
      true
    default: false
    }
  }

  /// Whether a search for an open element ends here
  /// (https://html.spec.whatwg.org/#has-an-element-in-scope).
  var endsScope: Bool {
    switch self {
    case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template: true
    default: false
    }
  }

  /// Whether the element is void (https://html.spec.whatwg.org/#void-elements), or an obsolete
  /// element that the parser treats as void.
  var isVoid: Bool {
    switch self {
    case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .image, .img, .input,
      .keygen, .link, .meta, .param, .source, .track, .wbr:
      true
    default: false
    }
  }

  /// Whether the element is a formatting element (https://html.spec.whatwg.org/#formatting).
  var isFormatting: Bool {
    switch self {
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
    default: false
    }
  }

  var isHeading: Bool {
    switch self {
    case .h1, .h2, .h3, .h4, .h5, .h6: true
    default: false
    }
  }

  /// Whether the start tag closes an open `<p>`
  /// (https://html.spec.whatwg.org/#parsing-main-inbody).
  var closesParagraph: Bool {
    switch self {
    case .address, .article, .aside, .blockquote, .center, .dd, .details, .dialog, .dir, .div, .dl,
      .dt, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header,
      .hgroup, .hr, .li, .listing, .main, .menu, .nav, .ol, .p, .plaintext, .pre, .search, .section,
      .summary, .table, .ul, .xmp:
      true
    default: false
    }
  }

  /// Whether the start tag does more than open the element.
  var hasStartRules: Bool {
    switch self {
    case .html, .head, .body, .svg, .math, .form, .li, .dd, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .a,
      .nobr, .button, .option, .optgroup, .td, .th, .tr, .tbody, .thead, .tfoot, .caption,
      .colgroup:
      true
    default: false
    }
  }

  /// Whether the end tag has rules of its own.
  var hasEndRules: Bool {
    switch self {
    case .html, .body, .br, .head, .p, .li, .h1, .h2, .h3, .h4, .h5, .h6, .template, .table,
      .caption, .colgroup, .tbody, .thead, .tfoot, .tr, .td, .th:
      true
    default: false
    }
  }

  /// Whether the end tag closes the element if it's in scope.
  var closesInScope: Bool {
    switch self {
    case .button, .object, .applet, .marquee: true
    default: closesParagraph
    }
  }

  /// Whether the element may be in `<head>` (https://html.spec.whatwg.org/#parsing-main-inhead).
  var isOfHead: Bool {
    switch self {
    case .base, .basefont, .bgsound, .head, .html, .link, .meta, .noframes, .noscript, .script,
      .style, .template, .title:
      true
    default: false
    }
  }

  /// Whether the start tag ends foreign content
  /// (https://html.spec.whatwg.org/#parsing-main-inforeign).
  var endsForeignContent: Bool {
    switch self {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1,
      .h2, .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p,
      .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      true
    default: false
    }
  }

  /// Whether the content of this foreign element is HTML
  /// (https://html.spec.whatwg.org/#html-integration-point).
  var isIntegrationPoint: Bool {
    switch self {
    case .desc, .foreignobject, .title, .mi, .mn, .mo, .ms, .mtext: true
    default: false
    }
  }

  /// The state in which the content of this HTML element is read.
  var contentState: Tokenizer.State {
    switch self {
    case .title, .textarea: .rcdata
    case .style, .xmp, .iframe, .noembed, .noframes: .rawText
    case .script: .scriptData
    case .plaintext: .plaintext
    default: .data
    }
  }
}
