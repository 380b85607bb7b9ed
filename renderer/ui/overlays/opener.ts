import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useState,
} from 'react';
import { type LazyModule, useLazyModule } from '../base/lazy-module.ts';

interface OpenerProps {
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPointerEnter?: (event: unknown) => void;
  onFocus?: (event: unknown) => void;
}

export interface Opening {
  /** The kind of popup, announced to screen readers before it exists. */
  popup: 'menu' | 'dialog' | 'listbox';
  /** Keys besides Enter and Space that open it. */
  keys?: readonly string[];
  /**
   * Fetches the code of the popup; called when the pointer or the focus comes near. A failure is ignored until the
   * press.
   */
  near: () => Promise<unknown>;
  open: () => void;
}

/**
 * A button in place of a popup until it is first needed: the code of the popup is not part of the first paint. It is
 * fetched when the pointer or the focus arrives, so that it is usually there at the press.
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

interface FloatingOptions {
  /** Set when the page opens it. */
  isOpen?: boolean | undefined;
  /** Called with the press that opens it. */
  onOpen?: (() => void) | undefined;
  /** Fetches its content as well. */
  near?: (() => Promise<unknown>) | undefined;
}

/**
 * Returns a button's popup: its module from the first time that it is needed, null before, and the button as it is
 * drawn until then. A module that has loaded is drawn open: the press that opened it came before the code.
 */
export function useFloating<T>(
  module: LazyModule<T>,
  popup: Opening['popup'],
  { isOpen = false, onOpen, near }: FloatingOptions = {},
): [loaded: T | null, closed: (trigger: ReactElement) => ReactElement] {
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  const loaded = useLazyModule(module, isWanted);
  const closed = (trigger: ReactElement) =>
    opener(trigger, {
      popup,
      keys: popup === 'dialog' ? [] : ['ArrowDown', 'ArrowUp'],
      near: () => Promise.all([module.load(), near?.()]),
      open: () => {
        setWanted(true);
        onOpen?.();
      },
    });
  return [loaded, closed];
}
