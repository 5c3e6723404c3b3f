import Links

/// Tells the palette which commands do something.
extension AppState {
  /// Whether a command does something now, even if that's only to say what's in its way.
  func isChanged(by command: Action) -> Bool {
    switch command {
    case .clearHistoryPressed, .addPressed, .palettePressed, .helpPressed, .questionAnswered,
      .modalClosed, .quitPressed:
      true
    case .tabPressed(let tab): tab != self.tab || reader.isOpen

    case .spin(let action): spin.isChanged(by: action)
    case .saved(let action): saved.isChanged(by: action, in: surroundings)
    case .chooser(let action): action.opensList
    case .wheelPressed: tab == .spin ? spin.wheels.original != nil : saved.isListing
    case .openPressed, .sharePressed, .copyPressed: shareSubject != nil
    case .addressPressed: address != nil
    case .tagsPressed: tab == .spin ? spin.card?.saveableMetadata != nil : saved.hasTargets
    case .notePressed: tab == .saved || spin.card != nil
    case .detailsPressed: detailsSubject != nil
    case .syncPressed: sync.status != nil

    case .undoPressed: saved.undo.canUndo
    case .redoPressed: saved.undo.canRedo

    case .help(let action): modals.help?.isChanged(by: action, in: surroundings) == true
    case .details(let action): modals.details?.isChanged(by: action, in: surroundings) == true
    case .share(let action): modals.sheet?.isChanged(by: action) == true
    case .sync(let action): sync.isChanged(by: action)
    case .readPressed: readablePage != nil
    case .reader(let action): reader.isChanged(by: action, in: surroundings)

    // The palette doesn't open above itself.
    case .palette: false
    case .keyPressed, .mouse, .pasted, .wheel, .previewLoaded, .pictureLoaded, .linkSaved,
      .linksSaved, .changed, .trashEmptied, .historyCleared, .shareEnded, .browserOpened,
      .waitIsLong, .started, .storeChanged, .wheelsChanged, .storeFailed, .networkChanged,
      .meterChanged, .resized, .terminalAnswered, .timePassed, .interrupted:
      // None of these is the action of a command.
      false
    }
  }
}

extension ChooserAction {
  /// Whether it shows a list. The palette doesn't open above one.
  fileprivate var opensList: Bool {
    switch self {
    case .openPressed: true
    case .moved, .confirmed, .choicesRead: false
    }
  }
}
