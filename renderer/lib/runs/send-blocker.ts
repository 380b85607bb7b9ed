import { useState } from 'react';
import { announce } from '../notices/announce.ts';
import { isNarrow, useLayout } from '../preferences/layout.ts';

/**
 * Why a request cannot be sent yet, and where that is changed: a `data-place`, one in the parameters column, or a
 * parameter by its name.
 */
export interface SendBlocker {
  reason: string;
  at: { place: string; inParameters?: true } | { parameter: string };
}

/** Returns the first blocker that applies. */
export const firstBlocker = (
  needs: readonly (readonly [applies: boolean, reason: string, at: SendBlocker['at']])[],
): SendBlocker | undefined => {
  const need = needs.find(([applies]) => applies);
  return need && { reason: need[1], at: need[2] };
};

/** Opens the parameters if they are closed, then focuses something in them. */
function focusInParameters(focus: () => void): void {
  useLayout.setState(isNarrow() ? { drawer: 'parameters' } : { parametersOpen: true });
  requestAnimationFrame(focus);
}

/**
 * Opens the parameters if they are closed, and focuses the switch of one, or the control of one that is always sent.
 */
export const showParameter = (name: string): void =>
  focusInParameters(() =>
    document
      .querySelector<HTMLElement>(`aside fieldset input[aria-label="${CSS.escape(name)}"]:not(:disabled)`)
      ?.focus(),
  );

/** Focuses the element with this `data-place`; a socket of the patch line also opens, so that it can be filled. */
export function focusPlace(place: string): void {
  const element = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
  element?.focus();
  if (element?.ariaHasPopup && element.ariaExpanded !== 'true') element.click();
}

/**
 * The key handlers of a send button. When it is blocked, they show why, and lead to what is missing.
 *
 * @returns `reason`: the reason to show at the composer, for as long as it applies.
 */
export function useBlockedSend(blocker: SendBlocker | undefined): {
  reason: string | undefined;
  attempt: (send: () => void) => void;
} {
  const [refused, setRefused] = useState<string>();
  return {
    reason: refused === blocker?.reason ? refused : undefined,
    attempt(send) {
      setRefused(blocker?.reason);
      if (!blocker) return send();
      announce(blocker.reason);
      const { at } = blocker;
      if ('parameter' in at) showParameter(at.parameter);
      else if (at.inParameters) focusInParameters(() => focusPlace(at.place));
      else focusPlace(at.place);
    },
  };
}
