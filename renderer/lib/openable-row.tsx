import type { KeyboardEvent, ReactNode } from 'react';
import { ListRow } from '../ui/list-row.tsx';

interface OpenableRowProps {
  title: string;
  meta: ReactNode;
  trailing?: ReactNode;
  selected?: boolean;
  onOpen: () => void;
}

/** A row that opens something: by press, Enter or Space; arrows go to its neighbours. */
export function OpenableRow({ title, meta, trailing, selected = false, onOpen }: OpenableRowProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      neighbour(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)?.focus();
    }
  };
  return (
    <ListRow
      role="button"
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
}

function neighbour(row: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...(row.closest('nav')?.querySelectorAll<HTMLElement>('[role="button"]') ?? [])];
  return rows[rows.indexOf(row) + step];
}
