extension TerminalEmulator.Style {
  mutating func apply(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = Self()
      case 38, 48:
        let count = rest.first == 5 ? 2 : 4
        let color = ([number] + rest.prefix(count)).map(String.init).joined(separator: ";")
        rest = rest.dropFirst(count)
        if number == 38 { foreground = color } else { background = color }
      case 30...37, 90...97: foreground = "\(number)"
      case 40...47, 100...107: background = "\(number)"
      case 39: foreground = ""
      case 49: background = ""
      case 22: attributes.subtract([1, 2])
      case 23...29: attributes.remove(number - 20)
      default: attributes.insert(number)
      }
    }
  }
}
