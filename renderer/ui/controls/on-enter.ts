import type { KeyboardEvent } from 'react';

/**
 * Sends a text of several lines on Enter. With Shift or Alt it is a line break, and during IME composition Enter
 * belongs to the input method.
 */
export const onEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send();
  };
