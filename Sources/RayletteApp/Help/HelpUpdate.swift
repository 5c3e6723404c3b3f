extension AppState {
  mutating func scrollHelp(by rows: Int) {
    let limit = HelpLayout(self).scrollLimit
    helpScroll = helpScroll.map { min(max(0, $0 + rows), limit) }
  }
}
