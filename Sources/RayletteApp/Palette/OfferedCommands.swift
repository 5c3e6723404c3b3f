import Links

/// Tells the palette which commands do something.
extension AppState {
  /// Whether a command does something now, even if that's only to say what's in its way.
  func isChanged(by command: Action) -> Bool {
    switch command {
    case .wheelsPressed, .narrowPressed, .historyPressed, .clearHistoryPressed,
      .neverListPressed, .filterPressed, .backPressed, .sortPressed, .tagListPressed,
      .searchesPressed, .densityPressed, .cardPressed, .trashPressed, .addPressed,
      .palettePressed, .helpPressed, .questionAnswered, .modalClosed, .quitPressed:
      true
    case .tabPressed(let tab): tab != self.tab || reader.isOpen

    case .spin(let action): spin.isChanged(by: action)
    case .wheelPressed: tab == .spin ? spin.wheels.original != nil : isListing
    case .openPressed, .sharePressed, .copyPressed: shareSubject != nil
    case .addressPressed: address != nil
    case .tagsPressed: tab == .spin ? spin.card?.saveableMetadata != nil : saved.hasTargets
    case .notePressed: tab == .saved || spin.card != nil
    case .detailsPressed: detailsSubject != nil
    case .syncPressed: sync.status != nil

    case .selectionMoved(let movement): isListChanged(by: movement)
    case .cardWidened(let step): isViewChanged(byWidening: step)
    case .selectPressed: saved.targetAtCursor != nil
    case .rangePressed: saved.selection.isRange || saved.targetAtCursor != nil
    case .selectAllPressed:
      !saved.selectedIDs.isEmpty || saved.ids.contains { !saved.changes.isLeaving($0) }
    case .removePressed, .restorePressed, .markLinksPressed, .acceptMovesPressed: saved.hasTargets
    case .editPressed:
      self.writeError != nil || saved.selectedIDs.count > 1
        || saved.targets.contains { saved.link($0) != nil }
    case .emptyTrashPressed: self.writeError != nil || isListing
    case .refreshPressed: job != nil || self.writeError != nil || saved.hasTargets
    case .checkPressed:
      job != nil || self.writeError != nil
        || (saved.selectedIDs.isEmpty ? isListing : saved.hasTargets)
    case .undoPressed: !saved.history.undo.isEmpty
    case .redoPressed: !saved.history.redo.isEmpty

    case .help(let action): modals.help?.isChanged(by: action, in: surroundings) == true
    case .details(let action): modals.details?.isChanged(by: action, in: surroundings) == true
    case .share(let action): modals.sheet?.isChanged(by: action) == true
    case .sync(let action): sync.isChanged(by: action)
    case .readPressed: readablePage != nil
    case .reader(let action): reader.isChanged(by: action, in: surroundings)

    // The palette doesn't open above these.
    case .chooser, .palette: false
    case .keyPressed, .mouse, .pasted, .rowPressed, .wheel, .previewLoaded, .backfilled,
      .pictureLoaded, .iconLoaded, .savedListed, .savedRead,
      .excerptsRead, .tagsRead, .choicesRead, .historyCleared, .networkChanged,
      .meterChanged, .linkSaved, .linksSaved, .changed, .trashPurged, .trashEmptied,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .shareEnded,
      .browserOpened, .waitIsLong, .started, .storeChanged, .wheelsChanged, .storeFailed,
      .resized, .terminalAnswered, .timePassed, .interrupted:
      // None of these is the action of a command.
      false
    }
  }

  private func isListChanged(by movement: Movement) -> Bool {
    saved.count != nil || hasUnreadRows
      || saved.selection(movedTo: target(of: movement), visibleRows: visibleRows)
        != saved.selection
  }

  private func isViewChanged(byWidening step: Int) -> Bool {
    var view = saved.view
    view.widenCard(by: step)
    return view != saved.view || hasUnreadRows
  }

  /// Whether rows on screen still have to be read, which a command for the list asks for.
  private var hasUnreadRows: Bool { !saved.unread(visibleRows: visibleRows).isEmpty }
}
