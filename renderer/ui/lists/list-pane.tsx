import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/button.tsx';
import { PaneHead } from '../layout/pane-head.tsx';
import s from './list-pane.module.css';
import { roveFocus } from './roving-focus.ts';

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
