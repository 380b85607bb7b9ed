import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/button.tsx';
import { PaneHead } from '../layout/pane-head.tsx';
import s from './list-pane.module.css';

export interface ListPaneProps {
  /** Also the accessible name of the rows. */
  title: string;
  /** Buttons before the Add button. */
  tools?: ReactNode;
  /** A field between head and rows. */
  field?: ReactNode;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

/** The list at the left of a panel: its name, a button that adds an item, and rows that scroll: one tab stop. */
export function ListPane({ title, tools, field, addLabel, onAdd, children }: ListPaneProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => (list.current ? roveFocus(list.current) : undefined), []);
  return (
    <>
      <PaneHead title={title}>
        {tools}
        <IconButton label={addLabel} icon={<Icon of={Plus} />} size="sm" onClick={onAdd} />
      </PaneHead>
      {field && <div className={s.field}>{field}</div>}
      <nav ref={list} className={s.scroll} aria-label={title}>
        {children}
      </nav>
    </>
  );
}

/** What a list shows instead of rows. */
export function ListNote({ children }: { children: ReactNode }) {
  return <p className={s.note}>{children}</p>;
}

/** Pause after which a letter begins another search by typing, milliseconds. */
const typingPauseMs = 700;

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Makes the rows of a list (`data-row`) one tab stop: the row that had the focus last, else the current one. Arrow keys,
 * Home, End and typing move between rows, the right arrow goes to the row's menu and the left arrow back. Rows that arrive
 * leave the focus where it is; when the row with the focus is removed, the one in its place gets it.
 *
 * @returns stops it.
 */
function roveFocus(list: HTMLElement): () => void {
  const rows = () => [...list.querySelectorAll<HTMLElement>('[data-row]')];
  let last: HTMLElement | null = null;
  let lastAt = 0;
  let typed = '';
  let typedAt = 0;

  const settle = () => {
    const all = rows();
    if (last && !last.isConnected && document.activeElement === document.body)
      all[Math.min(lastAt, all.length - 1)]?.focus();
    if (!last?.isConnected) last = null;
    const stop = last ?? all.find((row) => row.ariaCurrent === 'true') ?? all[0];
    for (const row of all) {
      row.tabIndex = row === stop ? 0 : -1;
      const menu = row.parentElement?.querySelector('button');
      if (menu) menu.tabIndex = -1;
    }
  };
  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target);
    if (!row) return;
    last = row;
    lastAt = rows().indexOf(row);
    settle();
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = rows();
    const menu = row.parentElement?.querySelector('button');
    const isOnRow = event.target === row;
    const step = steps[event.key];
    const next = step
      ? all[step(all.indexOf(row), all.length)]
      : event.key === 'ArrowRight' && isOnRow
        ? menu
        : event.key === 'ArrowLeft' && !isOnRow
          ? row
          : null;
    if (next && (isOnRow || event.key === 'ArrowLeft')) {
      event.preventDefault();
      next.focus();
    } else if (isOnRow && event.key.length === 1 && event.key !== ' ')
      // A letter that is a shortcut is handled by the page, later in the same event.
      setTimeout(() => event.defaultPrevented || type(event.key, row));
  };
  const type = (letter: string, row: HTMLElement) => {
    const now = performance.now();
    typed = (now - typedAt < typingPauseMs ? typed : '') + letter.toLowerCase();
    typedAt = now;
    const all = rows();
    const at = all.indexOf(row) + (typed.length === 1 ? 1 : 0);
    [...all.slice(at), ...all.slice(0, at)].find((one) => one.textContent.toLowerCase().startsWith(typed))?.focus();
  };

  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-current'] });
  list.addEventListener('focusin', onFocus);
  list.addEventListener('keydown', onKey);
  settle();
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', onFocus);
    list.removeEventListener('keydown', onKey);
  };
}

/** Returns the row that an event happened on, or whose menu button it happened on. */
function rowOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return (
    target.closest<HTMLElement>('[data-row]') ??
    target.closest('button')?.parentElement?.parentElement?.querySelector<HTMLElement>(':scope > [data-row]') ??
    null
  );
}
