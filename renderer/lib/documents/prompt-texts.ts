import type { KeyboardEvent } from 'react';

/** The text in a prompt box, and the texts that were there before, newest first. */
export interface PromptTexts {
  text: string;
  aside: readonly string[];
}

/** Number of previous texts that can be restored. */
const maxTexts = 30;

/** Puts another text into the box, or none when it was sent; the previous one is set aside. */
export const replaceText = ({ text, aside }: PromptTexts, next: string): PromptTexts => ({
  text: next,
  aside:
    text.trim() === '' || text === next ? aside : [text, ...aside.filter((other) => other !== text)].slice(0, maxTexts),
});

/** Swaps the text with the newest one that was set aside; repeated, it cycles through all of them. */
export const restoreText = ({ text, aside: [next = '', ...rest] }: PromptTexts): PromptTexts => ({
  text: next,
  aside: text.trim() === '' ? rest : [...rest, text],
});

/** In an empty box, Arrow Up and Undo restore the previous text. */
export const onRestoreKey =
  ({ text, aside }: PromptTexts, act: () => void) =>
  (event: KeyboardEvent): void => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (text !== '' || aside.length === 0 || !(isUndo || event.key === 'ArrowUp')) return;
    event.preventDefault();
    act();
  };
