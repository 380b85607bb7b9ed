import type { BaseWindow, Dialog, MessageBoxOptions } from 'electron';

export interface Question {
  message: string;
  detail: string;
  agree: string;
  decline: string;
}

/** Asks yes or no; closing the dialog or pressing Escape or Enter is a no. */
export type AskPerson = (question: Question) => Promise<boolean>;

/** Questions as native dialogs, attached to the window when there is one. */
export const askByDialog =
  (dialog: Pick<Dialog, 'showMessageBox'>, currentWindow: () => BaseWindow | null): AskPerson =>
  async ({ message, detail, agree, decline }) => {
    const options: MessageBoxOptions = {
      type: 'question',
      message,
      detail,
      buttons: [agree, decline],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    };
    const window = currentWindow();
    const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
    return response === 0;
  };
