import type { KeyboardEvent } from 'react';

/**
 * Enter in a text of several lines sends it. With Shift or Alt it is a line break, and while a word is being composed it
 * belongs to the keyboard.
 */
export const onEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send();
  };
