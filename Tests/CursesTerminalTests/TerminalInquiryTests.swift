import TerminalGrid
import Testing

@testable import CursesTerminal

/// What the terminal is asked, and what becomes of its answers.
struct TerminalInquiryTests {
  private static let cell = PixelSize(width: 10, height: 20)
  private static let white = Color.rgb(red: 255, green: 255, blue: 255)

  @Test(
    "a terminal only gets queries that it doesn't print",
    arguments: [
      (["TERM": "xterm-kitty"], TerminalFamily.full), (["TERM": "xterm-256color"], .full),
      (["TERM": "tmux-256color"], .multiplexer), (["TERM": "screen"], .multiplexer),
      (["TERM": "xterm", "TMUX": "/tmp/tmux,1,0"], .multiplexer),
      (["TERM": "xterm", "ZELLIJ": "0"], .multiplexer),
      (["TERM": "xterm", "TMUX": ""], .full),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .withoutAPC),
      (["TERM": "vt340"], .withoutStrings), (["TERM": "linux"], .silent),
      (["TERM": "dumb"], .silent), ([:], .silent),
    ])
  func family(environment: [String: String], expected: TerminalFamily) {
    #expect(TerminalFamily(environment: environment) == expected)
  }

  private static let emojiQuery =
    "[2;1H👩‍🚀[6n[2;1H[K[3;1H👩🏽‍💻[6n[3;1H[K[4;1H👩‍⚕️[6n[4;1H[K[5;1H👨‍👩‍👦[6n[5;1H[K[H[c"

  @Test(
    "the queries end in one that nearly every terminal answers",
    arguments: [
      (TerminalFamily.full, TerminalQuestions.background, "]11;?\\[c"),
      (.full, .graphics, "_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\\[16t[c"),
      (.full, [.background, .graphics], "]11;?\\_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\\[16t[c"),
      (.withoutAPC, [.background, .graphics], "]11;?\\[16t[c"),
      (.withoutStrings, [.background, .graphics], "[16t[c"),
      (.full, .emoji, emojiQuery),
      (.withoutAPC, [.background, .emoji], "]11;?\\" + emojiQuery),
      (.multiplexer, [.background, .emoji], "]11;?\\[c"),
      (.withoutStrings, .emoji, "[c"), (.silent, .emoji, ""),
      (.silent, [.background, .graphics], ""), (.full, [], ""),
    ] as [(TerminalFamily, TerminalQuestions, String)])
  func text(family: TerminalFamily, questions: TerminalQuestions, expected: String) {
    let inquiry = TerminalInquiry(questions, family: family)
    #expect(inquiry.text.filter { $0 != "\u{1B}" } == expected)
    #expect(inquiry.isPending == !expected.isEmpty)
  }

  @Test("the last reply ends the inquiry")
  func answers() {
    var inquiry = TerminalInquiry([.background, .graphics], family: .full)
    for reply in [
      TerminalReply.background(Self.white), .graphics(.kitty, works: true), .cell(Self.cell),
    ] {
      inquiry.take(reply)
      #expect(inquiry.isPending)
    }
    inquiry.take(.attributes([.sixel]))
    #expect(!inquiry.isPending)
    let expected = TerminalAnswers(background: Self.white, graphics: .kitty, cell: Self.cell)
    #expect(inquiry.answers == expected)
    inquiry.take(.background(.rgb(red: 0, green: 0, blue: 0)))
    #expect(inquiry.answers == expected, "a late reply has no effect")
  }

  @Test(
    "joined emoji of a kind are whole if the cursor is two columns after a sample's beginning",
    arguments: [
      ([(3, 2)], []), ([(5, 2)], nil), ([(3, 1)], nil), ([(3, 3)], nil),
      ([(3, 2), (3, 3), (5, 4), (4, 5)], .tones),
      ([(3, 2), (7, 3), (3, 4), (3, 5)], [.variations, .groups]),
      // A screen of so few rows has several samples on its last one.
      ([(3, 2), (3, 3), (4, 3)], []),
    ] as [([(Int, Int)], JoinedEmoji.Kinds?)])
  func emoji(replies: [(column: Int, row: Int)], expected: JoinedEmoji.Kinds?) {
    var inquiry = TerminalInquiry(.emoji, family: .full)
    for reply in replies { inquiry.take(.cursor(column: reply.column, row: reply.row)) }
    #expect(inquiry.joinedEmoji == expected && inquiry.isPending)
    inquiry.take(.attributes([]))
    #expect(inquiry.joinedEmoji == expected && !inquiry.isPending)
    inquiry.take(.cursor(column: 3, row: 2))
    #expect(inquiry.joinedEmoji == expected, "a late reply has no effect")
    var unasked = TerminalInquiry(.background, family: .full)
    unasked.take(.cursor(column: 3, row: 2))
    #expect(unasked.joinedEmoji == nil)
  }

  @Test("sixel is used if the kitty protocol doesn't work")
  func sixel() {
    var inquiry = TerminalInquiry(.graphics, family: .full)
    inquiry.take(.graphics(.kitty, works: false))
    inquiry.take(.background(Self.white))
    inquiry.take(.attributes([.sixel]))
    #expect(inquiry.answers == TerminalAnswers(graphics: .sixel))
  }

  @Test("a terminal that's only asked for its background has no pictures")
  func unasked() {
    var inquiry = TerminalInquiry(.background, family: .full)
    inquiry.take(.graphics(.kitty, works: true))
    inquiry.take(.cell(Self.cell))
    inquiry.take(.attributes([.sixel]))
    #expect(inquiry.answers == TerminalAnswers())
  }

  @Test("after the time limit, replies have no effect")
  func late() {
    var inquiry = TerminalInquiry(.graphics, family: .full)
    inquiry.take(.cell(Self.cell))
    inquiry.expire()
    inquiry.take(.graphics(.kitty, works: true))
    inquiry.take(.attributes([.sixel]))
    #expect(!inquiry.isPending && inquiry.answers == TerminalAnswers(cell: Self.cell))
  }
}
