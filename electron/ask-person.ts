import type { AppDialogs } from './app-dialogs.ts';

export interface Question {
  message: string;
  detail: string;
  agree: string;
  decline: string;
}

/** Asks yes or no; closing the dialog, Escape and Enter are a no. */
export type AskPerson = (question: Question) => Promise<boolean>;

/** Questions as native dialogs. The page can neither draw over them nor press their buttons. */
export const askByDialog =
  (dialog: Pick<AppDialogs, 'showMessageBox'>): AskPerson =>
  async ({ message, detail, agree, decline }) => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message,
      detail,
      buttons: [agree, decline],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  };
