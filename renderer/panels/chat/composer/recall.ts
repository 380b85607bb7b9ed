import { type KeyboardEvent, useRef } from 'react';
import { chat } from '../chat.ts';
import { type Conversation, shownTurns } from '../model/conversation.ts';
import { composerBox, setUnsentText, unsentText } from './composer-text.ts';

/**
 * Recalls earlier prompts: ↑ in an empty composer brings back the last prompt, and again the one before it; ↓ goes the
 * other way. Works only while the text is a recalled one; in typed text the arrows move the caret.
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
      setUnsentText(conversation, text);
    },
  };
}

/** Brings the last prompt of the open conversation back into an empty composer. */
export function recallPrompt(): void {
  const conversation = chat().current();
  const text = recallStep(promptsOf(conversation), unsentText(conversation), '', 'ArrowUp');
  if (text !== null) setUnsentText(conversation, text);
  composerBox.current?.focus();
}

/** Returns the prompts of the shown branch, oldest first, without repeats. */
function promptsOf(conversation: Conversation): string[] {
  const texts = shownTurns(conversation).flatMap((turn) =>
    turn.role === 'user' && !turn.continues ? [turn.text] : [],
  );
  return [...new Set(texts.filter((text) => text !== '').toReversed())].reverse();
}

/**
 * Returns the text an arrow key recalls, or `null` where the arrow moves the caret. `recalled` is the text of the
 * previous step.
 */
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
