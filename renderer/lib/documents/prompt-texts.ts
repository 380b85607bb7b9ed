import type { KeyboardEvent } from 'react';

/** What is in a prompt box, and the texts that left it, newest first. */
export interface PromptTexts {
  text: string;
  aside: readonly string[];
}

/** So many texts that left a box can be brought back. */
const most = 30;

/** Puts another text into the box, or none when it was sent; the one that was there is set aside. */
export const replaceText = ({ text, aside }: PromptTexts, next: string): PromptTexts => ({
  text: next,
  aside:
    text.trim() === '' || text === next ? aside : [text, ...aside.filter((other) => other !== text)].slice(0, most),
});

/** Changes places with the newest text that was set aside; repeated, it goes through all of them. */
export const bringBack = ({ text, aside: [next = '', ...rest] }: PromptTexts): PromptTexts => ({
  text: next,
  aside: text.trim() === '' ? rest : [...rest, text],
});

/** In an empty box, Arrow Up and Undo bring back the text that left it. */
export const onBringBack =
  ({ text, aside }: PromptTexts, act: () => void) =>
  (event: KeyboardEvent): void => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (text !== '' || aside.length === 0 || !(isUndo || event.key === 'ArrowUp')) return;
    event.preventDefault();
    act();
  };
