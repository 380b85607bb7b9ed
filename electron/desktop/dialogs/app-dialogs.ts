import type {
  BrowserWindow,
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';
import type { AppWindows } from '../windows.ts';

/** Native dialogs of a window: the given one, or else the focused one. */
export interface AppDialogs {
  showMessageBox(options: MessageBoxOptions, owner?: BrowserWindow): Promise<MessageBoxReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
}

/**
 * Creates dialogs that are modal to a window, so that none is hidden behind it. Without a window they are not modal.
 */
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

export interface Question {
  message: string;
  detail: string;
  agree: string;
  decline: string;
}

/** Asks a yes/no question in a window, by default the focused one. Closing the dialog, Escape and Enter mean no. */
export type AskUser = (question: Question, owner?: BrowserWindow) => Promise<boolean>;

/** Shows questions as native dialogs. The page can neither draw over them nor press their buttons. */
export const askByDialog =
  (dialog: Pick<AppDialogs, 'showMessageBox'>): AskUser =>
  async ({ message, detail, agree, decline }, owner) => {
    const { response } = await dialog.showMessageBox(
      {
        type: 'question',
        message,
        detail,
        buttons: [agree, decline],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      },
      owner,
    );
    return response === 0;
  };
