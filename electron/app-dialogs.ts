import type {
  BrowserWindow,
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';

/** Native dialogs of the window in front. */
export interface AppDialogs {
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
}

type Windows = Pick<typeof BrowserWindow, 'getAllWindows' | 'getFocusedWindow'>;

/** Dialogs that are modal to a window, so that none is hidden behind it. Without a window they stand alone. */
export function createAppDialogs(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>,
  windows: Windows,
): AppDialogs {
  const parent = () => {
    const window = windows.getFocusedWindow() ?? windows.getAllWindows().find((one) => one.isVisible());
    // A dialog of a minimized window would be minimized with it.
    if (window?.isMinimized()) window.restore();
    return window;
  };
  return {
    showMessageBox(options) {
      const window = parent();
      return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
    },
    showSaveDialog(options) {
      const window = parent();
      return window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options);
    },
  };
}
