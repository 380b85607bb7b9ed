/**
 * What must happen before, or after, the `ready` event of the app, where the typings do not say so in words. The Electron
 * source file or document that says so is beside it.
 */
export const timing: Readonly<Record<string, 'before' | 'after'>> = {
  // docs/api/crash-reporter.md: "This method must be called before using any other crashReporter APIs", best before ready.
  'CrashReporter.start': 'before',
  // docs/api/command-line-switches.md: "before the ready event of the app module is emitted".
  'CommandLine.appendSwitch': 'before',
  'CommandLine.appendArgument': 'before',
  // shell/browser/notifications/win: the id is read when the first notification, shortcut or window is made.
  'App.setAppUserModelId': 'before',
  'App.setToastActivatorCLSID': 'before',
  // shell/browser/api/electron_api_base_window.cc: "Cannot create BaseWindow before app is ready".
  'BaseWindow.constructor': 'after',
  'BrowserWindow.constructor': 'after',
  // shell/browser/api/electron_api_tray.cc and electron_api_notification.cc: "Cannot create ... before app is ready".
  'Tray.constructor': 'after',
  'Notification.constructor': 'after',
  // shell/browser/api/electron_api_session.cc: "Session can only be received when app is ready".
  'Session.fromPartition': 'after',
  'Session.fromPath': 'after',
  'Session.defaultSession': 'after',
  // shell/browser/api/electron_api_screen.cc: "The 'screen' module can't be used before the app 'ready' event".
  'Screen.getPrimaryDisplay': 'after',
  'Screen.getAllDisplays': 'after',
  'Screen.getDisplayMatching': 'after',
  'Screen.getDisplayNearestPoint': 'after',
  'Screen.getCursorScreenPoint': 'after',
  // lib/browser/api/net-client-request.ts: "net module can only be used after app is ready".
  'Net.request': 'after',
  'Net.fetch': 'after',
  // shell/browser/api/electron_api_safe_storage.cc: "safeStorage cannot be used before app is ready".
  'SafeStorage.encryptStringAsync': 'after',
  'SafeStorage.decryptStringAsync': 'after',
  'SafeStorage.isAsyncEncryptionAvailable': 'after',
  'SafeStorage.getSelectedStorageBackend': 'after',
  // lib/browser/api/dialog.ts: "dialog module can only be used after app is ready"; showErrorBox alone can come earlier.
  'Dialog.showMessageBox': 'after',
  'Dialog.showMessageBoxSync': 'after',
  'Dialog.showOpenDialog': 'after',
  'Dialog.showSaveDialog': 'after',
  // shell/browser/api/electron_api_global_shortcut.cc: "globalShortcut cannot be used before the app is ready".
  'GlobalShortcut.register': 'after',
};
