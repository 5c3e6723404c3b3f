import CProcess
import Foundation
import Localization

@main
enum Main {
  static func main() async {
    crash_guard_install()
    Catalogue.use(Invocation.ofProcess.language)
    exit(await Invocation.ofProcess.run())
  }
}
