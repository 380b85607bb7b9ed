import type {
  BrowserWindow,
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';
import type { AppWindows } from '../windows.ts';

/** Native dialogs of a window: the one that is given, else the one in front. */
export interface AppDialogs {
  showMessageBox(options: MessageBoxOptions, owner?: BrowserWindow): Promise<MessageBoxReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
}

/** Dialogs that are modal to a window, so that none is hidden behind it. Without a window they are not modal. */
export function createAppDialogs(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>,
  windows: Pick<AppWindows, 'all'>,
): AppDialogs {
  const parent = (owner?: BrowserWindow) => {
    const window = [...(owner ? [owner] : []), ...windows.all()].find((one) => !one.isDestroyed() && one.isVisible());
    // A dialog of a minimized window would be minimized with it.
    if (window?.isMinimized()) window.restore();
    return window;
  };
  return {
    showMessageBox(options, owner) {
      const window = parent(owner);
      return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
    },
    showSaveDialog(options) {
      const window = parent();
      return window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options);
    },
  };
}
