import type { BrowserWindow } from 'electron';
import type { AppDialogs } from './app-dialogs.ts';

export interface Question {
  message: string;
  detail: string;
  agree: string;
  decline: string;
}

/** Asks yes or no in a window, by default the one in front; closing the dialog, Escape and Enter are a no. */
export type AskUser = (question: Question, owner?: BrowserWindow) => Promise<boolean>;

/** Questions as native dialogs. The page can neither draw over them nor press their buttons. */
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
