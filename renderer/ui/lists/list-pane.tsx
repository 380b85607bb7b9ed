import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { PaneHead } from '../layout/pane-head.tsx';
import s from './list-pane.module.css';

export interface ListPaneProps {
  /** Also the accessible name of the rows. */
  title: string;
  /** Buttons before the one that begins anew. */
  tools?: ReactNode;
  /** A field between head and rows. */
  field?: ReactNode;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

/** The list at the left of a panel: its name, a way to begin anew, and rows that scroll. */
export function ListPane({ title, tools, field, addLabel, onAdd, children }: ListPaneProps) {
  return (
    <>
      <PaneHead title={title} level={2}>
        {tools}
        <IconButton label={addLabel} icon={<Icon of={Plus} />} size="sm" onClick={onAdd} />
      </PaneHead>
      {field && <div className={s.field}>{field}</div>}
      <nav className={s.scroll} aria-label={title}>
        {children}
      </nav>
    </>
  );
}

/** What a list says instead of rows. */
export function ListNote({ children }: { children: ReactNode }) {
  return <p className={s.note}>{children}</p>;
}
