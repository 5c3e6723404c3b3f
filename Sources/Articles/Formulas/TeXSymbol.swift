/// A TeX command that stands for a character, such as `\leq` for ≤.
struct TeXSymbol {
  /// The class of a symbol, which decides the space around it (The TeXbook, chapter 17).
  enum Kind {
    case ordinary, operation, largeOperator, binary, relation, opening, closing, punctuation
  }

  var character: String
  var kind: Kind

  /// The symbol of a command, without its backslash.
  static func named(_ command: String) -> TeXSymbol? { all[command] }

  /// The command of a character, without its backslash. Nil for letters, digits and other
  /// characters that need no command.
  static func command(for character: Character) -> String? { commands[character] }

  private static let all: [String: TeXSymbol] = tables.reduce(into: [:]) { symbols, table in
    for (command, character) in pairs(in: table.symbols) where symbols[command] == nil {
      symbols[command] = TeXSymbol(character: character, kind: table.kind)
    }
  }

  private static let commands: [Character: String] = tables.reduce(into: [:]) { commands, table in
    for (command, character) in pairs(in: table.symbols) {
      guard let character = character.first, !character.isASCII else { continue }
      if commands[character] == nil { commands[character] = command }
    }
  }

  private static func pairs(in symbols: String) -> [(command: String, character: String)] {
    let words = symbols.split(whereSeparator: \.isWhitespace)
    return stride(from: 0, to: words.count - 1, by: 2).map {
      (String(words[$0]), String(words[$0 + 1]))
    }
  }
}

extension TeXSymbol {
  /// Commands of LaTeX and the AMS, and additions by KaTeX and MathJax, each with its character. If
  /// a character has several commands, the first is written.
  ///
  /// Sources: the TeX names in https://www.w3.org/TR/unicode-xml/ and
  /// https://www.w3.org/TR/xml-entity-names/, and https://katex.org/docs/support_table.
  static let tables: [(kind: Kind, symbols: String)] = [
    (
      .ordinary,
      """
      alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ \
      iota ι kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ \
      sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω digamma ϝ \
      Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω \
      varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varPhi Φ \
      varPsi Ψ varOmega Ω infty ∞ partial ∂ nabla ∇ hbar ℏ hslash ℏ ell ℓ wp ℘ Re ℜ Im ℑ \
      aleph ℵ beth ℶ gimel ℷ daleth ℸ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ \
      empty ∅ complement ∁ top ⊤ bot ⊥ angle ∠ measuredangle ∡ sphericalangle ∢ triangle △ \
      triangledown ▽ square □ Box □ Diamond ◊ lozenge ◊ blacksquare ■ blacktriangle ▲ \
      blacktriangledown ▼ bigstar ★ blacklozenge ⧫ clubsuit ♣ diamondsuit ♢ heartsuit ♡ \
      spadesuit ♠ clubs ♣ diamonds ♢ hearts ♡ spades ♠ flat ♭ natural ♮ sharp ♯ neg ¬ lnot ¬ \
      prime ′ backprime ‵ surd √ imath ı jmath ȷ degree ° checkmark ✓ maltese ✠ mho ℧ eth ð \
      Finv Ⅎ Game ⅁ Bbbk 𝕜 circledS Ⓢ circledR ® copyright © pounds £ yen ¥ euro € \
      dag † ddag ‡ S § P ¶ AA Å aa å ae æ AE Æ oe œ OE Œ o ø O Ø ss ß \
      ldots … dots … dotsc … dotso … cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱ hdots … \
      mathellipsis … diagup ╱ diagdown ╲ infin ∞ alef ℵ alefsym ℵ weierp ℘ real ℜ image ℑ \
      isin ∈ R ℝ Reals ℝ reals ℝ N ℕ natnums ℕ Z ℤ Complex ℂ cnums ℂ \
      backslash \\ lbrack [ rbrack ] % % $ $ # # & & _ _ textdollar $ textunderscore _ \
      textbackslash \\ lq ‘ rq ’ cents ¢ dollar $ bigcirc ◯ thetasym ϑ Vert ‖ | ‖ vert |
      """
    ),
    (
      .binary,
      """
      cdot ⋅ times × pm ± mp ∓ div ÷ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ Cap ⋒ Cup ⋓ \
      uplus ⊎ sqcap ⊓ sqcup ⊔ wedge ∧ land ∧ vee ∨ lor ∨ setminus ∖ smallsetminus ∖ wr ≀ amalg ⨿ \
      oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger † ddagger ‡ diamond ⋄ triangleleft ◁ \
      triangleright ▷ bigtriangleup △ bigtriangledown ▽ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ \
      ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ curlywedge ⋏ curlyvee ⋎ \
      barwedge ⊼ veebar ⊻ doublebarwedge ⩞ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ \
      circledast ⊛ circledcirc ⊚ circleddash ⊝ dotplus ∔ divideontimes ⋇ intercal ⊺ \
      centerdot ⋅ sdot ⋅ And & plusmn ± gtrdot ⋗ lessdot ⋖
      """
    ),
    (
      .relation,
      """
      leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ equiv ≡ approx ≈ sim ∼ simeq ≃ cong ≅ ncong ≇ propto ∝ \
      varpropto ∝ asymp ≍ doteq ≐ doteqdot ≑ Doteq ≑ eqcirc ≖ circeq ≗ triangleq ≜ bumpeq ≏ \
      Bumpeq ≎ in ∈ notin ∉ ni ∋ owns ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ nsubseteq ⊈ \
      nsupseteq ⊉ subsetneq ⊊ supsetneq ⊋ varsubsetneq ⊊ varsupsetneq ⊋ subseteqq ⫅ supseteqq ⫆ \
      Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒ ll ≪ gg ≫ lll ⋘ llless ⋘ \
      ggg ⋙ gggtr ⋙ prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ precsim ≾ \
      succsim ≿ curlyeqprec ⋞ curlyeqsucc ⋟ nprec ⊀ nsucc ⊁ leqq ≦ geqq ≧ leqslant ⩽ geqslant ⩾ \
      lesssim ≲ gtrsim ≳ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ lessapprox ⪅ gtrapprox ⪆ \
      nless ≮ ngtr ≯ nleq ≰ ngeq ≱ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ approxeq ≊ thickapprox ≈ \
      thicksim ∼ backsim ∽ backsimeq ⋍ nsim ≁ mid ∣ nmid ∤ parallel ∥ nparallel ∦ shortmid ∣ \
      shortparallel ∥ perp ⟂ vdash ⊢ dashv ⊣ vDash ⊨ models ⊨ Vdash ⊩ VDash ⊫ Vvdash ⊪ nvdash ⊬ \
      nvDash ⊭ nVdash ⊮ nVDash ⊯ bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ between ≬ pitchfork ⋔ \
      therefore ∴ because ∵ risingdotseq ≓ fallingdotseq ≒ vartriangle △ vartriangleleft ⊲ \
      vartriangleright ⊳ trianglelefteq ⊴ trianglerighteq ⊵ ntriangleleft ⋪ ntriangleright ⋫ \
      ntrianglelefteq ⋬ ntrianglerighteq ⋭ blacktriangleleft ◀ blacktriangleright ▶ \
      coloneqq ≔ coloneq ≔ eqqcolon ≕ vcentcolon : ratio : eqsim ≂ \
      rightarrow → to → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ \
      Leftrightarrow ⇔ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ \
      Longrightarrow ⟹ implies ⟹ Longleftarrow ⟸ impliedby ⟸ Longleftrightarrow ⟺ iff ⟺ \
      mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ uparrow ↑ downarrow ↓ \
      updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ \
      rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ \
      rightleftharpoons ⇌ leftrightharpoons ⇋ rightleftarrows ⇄ leftrightarrows ⇆ \
      rightrightarrows ⇉ leftleftarrows ⇇ upuparrows ⇈ downdownarrows ⇊ upharpoonright ↾ \
      upharpoonleft ↿ downharpoonright ⇂ downharpoonleft ⇃ restriction ↾ \
      rightsquigarrow ⇝ leadsto ⇝ leftrightsquigarrow ↭ twoheadrightarrow ↠ \
      twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢ looparrowright ↬ looparrowleft ↫ \
      curvearrowright ↷ curvearrowleft ↶ circlearrowright ↻ circlearrowleft ↺ Lsh ↰ Rsh ↱ \
      nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮ \
      nLeftrightarrow ⇎ dashrightarrow ⇢ dashleftarrow ⇠ multimap ⊸ Rrightarrow ⇛ Lleftarrow ⇚ \
      rarr → rArr ⇒ Rarr ⇒ larr ← lArr ⇐ Larr ⇐ harr ↔ hArr ⇔ Harr ⇔ uarr ↑ darr ↓ \
      sub ⊂ sube ⊆ supe ⊇ exist ∃ lt < gt > colon :
      """
    ),
    (
      .largeOperator,
      """
      sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ bigcap ⋂ \
      bigcup ⋃ bigwedge ⋀ bigvee ⋁ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆ \
      smallint ∫ intop ∫ ointop ∮
      """
    ),
    (
      .opening,
      """
      langle ⟨ lang ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lbrace { lgroup ⟮ lmoustache ⎰ ulcorner ⌜ \
      llcorner ⌞ llbracket ⟦ { {
      """
    ),
    (
      .closing,
      """
      rangle ⟩ rang ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rbrace } rgroup ⟯ rmoustache ⎱ urcorner ⌝ \
      lrcorner ⌟ rrbracket ⟧ } }
      """
    ),
  ]

  /// Functions whose names are words, such as `\sin`.
  static let functions: Set<String> = [
    "arccos", "arcsin", "arctan", "arctg", "arcctg", "arg", "ch", "cos", "cosec", "cosh", "cot",
    "cotg", "coth", "csc", "ctg", "cth", "deg", "det", "dim", "exp", "gcd", "hom", "inf", "ker",
    "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "plim", "Pr", "sec", "sh", "sin",
    "sinh", "sup", "tan", "tanh", "tg", "th", "argmax", "argmin", "injlim", "projlim",
  ]
}
