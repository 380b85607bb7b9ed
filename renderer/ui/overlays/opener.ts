import { cloneElement, type HTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';

interface OpenerProps {
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPointerEnter?: (event: unknown) => void;
  onFocus?: (event: unknown) => void;
}

export interface Opening {
  /** What will float: said to screen readers before it exists. */
  popup: 'menu' | 'dialog' | 'listbox';
  /** Keys besides Enter and Space that open it. */
  keys?: readonly string[];
  /** Fetches the code of what floats; called when the person comes near. A failure is nobody's until the press. */
  near: () => Promise<unknown>;
  open: () => void;
}

/**
 * A button that stands where a floating piece hangs until it is first wanted: the code of what floats is no part of the
 * first paint. It is fetched when the pointer or the focus arrives, so that it is usually there at the press.
 */
export function opener(trigger: ReactElement, { popup, keys = [], near, open }: Opening): ReactElement {
  const fetchIt = () => void near().catch(() => undefined);
  const { onClick, onKeyDown, onPointerEnter, onFocus } = trigger.props as OpenerProps;
  return cloneElement(trigger as ReactElement<HTMLAttributes<HTMLElement>>, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: (event: MouseEvent) => {
      onClick?.(event);
      if (!event.defaultPrevented) open();
    },
    onKeyDown: (event: KeyboardEvent) => {
      onKeyDown?.(event);
      if (event.defaultPrevented || !keys.includes(event.key)) return;
      event.preventDefault();
      open();
    },
    onPointerEnter: (event: unknown) => {
      onPointerEnter?.(event);
      fetchIt();
    },
    onFocus: (event: unknown) => {
      onFocus?.(event);
      fetchIt();
    },
  });
}
