import { Ellipsis } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/button.tsx';
import type { MenuItem } from '../overlays/menu.tsx';
import { Menu } from '../overlays/menu.tsx';
import { ListRow } from './list-row.tsx';
import s from './openable-row.module.css';

export interface OpenableRowProps {
  title: string;
  meta: ReactNode;
  trailing?: ReactNode;
  selected?: boolean | undefined;
  onOpen: () => void;
  /** Its actions, behind a button that shows while the pointer or the focus is on the row. */
  menu?: { label: string; items: () => readonly MenuItem[] } | undefined;
}

/** A row that opens something: by press, Enter or Space. Arrow keys between rows are handled by the list around it. */
export function OpenableRow({ title, meta, trailing, selected = false, onOpen, menu }: OpenableRowProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen();
    }
  };
  const row = (
    <ListRow
      role="button"
      data-row
      tabIndex={0}
      aria-current={selected}
      title={title}
      meta={meta}
      trailing={trailing}
      selected={selected}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    />
  );
  if (!menu) return row;
  return (
    <div className={s.row}>
      {row}
      <div className={s.menu}>
        <Menu
          trigger={<IconButton label={menu.label} icon={<Icon of={Ellipsis} size="s" />} size="sm" />}
          align="end"
          items={menu.items}
        />
      </div>
    </div>
  );
}
