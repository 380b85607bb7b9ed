import { type KeyboardEvent, useRef } from 'react';
import { type Conversation, shownTurns } from '../model/conversation.ts';
import { putUnsentText, unsentText } from './composer-text.ts';

/**
 * ↑ in an empty composer brings the last prompt back, again the one before it; ↓ goes the other way. Only while the text is
 * the recalled one: the arrows move the caret in anything that was typed.
 */
export function useRecall(conversation: Conversation): { onKeyDown: (event: KeyboardEvent) => void } {
  const recalled = useRef('');
  return {
    onKeyDown(event) {
      const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
      if ((key !== 'ArrowUp' && key !== 'ArrowDown') || nativeEvent.isComposing) return;
      if (ctrlKey || metaKey || altKey || shiftKey) return;
      const text = recallStep(promptsOf(conversation), unsentText(conversation), recalled.current, key);
      if (text === null) return;
      event.preventDefault();
      recalled.current = text;
      putUnsentText(conversation, text);
    },
  };
}

/** What was asked on the shown branch, oldest first, repeats once. */
export function promptsOf(conversation: Conversation): string[] {
  const texts = shownTurns(conversation).flatMap((turn) =>
    turn.role === 'user' && !turn.continues ? [turn.text] : [],
  );
  return [...new Set(texts.filter((text) => text !== '').toReversed())].reverse();
}

/** The text a press brings, or `null` where the arrow is the caret's. `recalled` is what the press before brought. */
export function recallStep(
  prompts: readonly string[],
  text: string,
  recalled: string,
  key: 'ArrowUp' | 'ArrowDown',
): string | null {
  if (text !== '' && text !== recalled) return null;
  const at = text === '' ? prompts.length : prompts.indexOf(text);
  if (at < 0 || (text === '' && key === 'ArrowDown')) return null;
  const next = key === 'ArrowUp' ? at - 1 : at + 1;
  return next === prompts.length ? '' : (prompts[next] ?? null);
}
