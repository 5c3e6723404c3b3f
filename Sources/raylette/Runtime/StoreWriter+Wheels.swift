import LinkStore
import RayletteApp

/// Writes about wheels and the history.
extension StoreWriter {
  func never(_ id: RequestID, _ entry: NeverAgain) async {
    nevers[id] = entry
    await change(never: id, .make)
  }

  /// Makes, undoes or redoes that something never comes up again.
  func change(never id: RequestID, _ direction: ChangeDirection) async {
    guard let entry = nevers[id] else { return }
    do throws(StoreError) {
      if direction == .undo {
        try await wheels.allow(entry.subject)
      } else {
        try await wheels.never(entry)
      }
      post(.changed(id, direction, .success(.ofWheels)))
    } catch {
      post(.changed(id, direction, .failure(error)))
    }
  }

  func allow(_ subject: NeverAgain.Subject, of wheel: WheelID) async {
    do throws(StoreError) {
      try await wheels.allow(subject)
      if let summary = try await wheels.wheel(wheel) { post(.wheelRead(summary)) }
    } catch {
      post(.storeFailed(error))
    }
  }

  func clearHistory() async {
    do throws(StoreError) {
      post(.historyCleared(.success(try await wheels.clearHistory())))
    } catch {
      post(.historyCleared(.failure(error)))
    }
  }
}
