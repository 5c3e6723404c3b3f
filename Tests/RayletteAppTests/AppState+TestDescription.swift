public import RayletteApp
import TerminalGrid
public import Testing

// Without it, each case of a parameterised test would print its whole state, which took longer
// than the tests did.
extension AppState: CustomTestStringConvertible {
  public var testDescription: String { "\(size.columns)x\(size.rows) \(tab)" }
}
