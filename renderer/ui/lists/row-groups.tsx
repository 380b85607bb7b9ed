import type { ReactNode } from 'react';
import { ListCaption } from './list-row.tsx';

export interface RowGroupsProps<T> {
  /** In the order in which they and their groups stand. */
  rows: readonly T[];
  /** The caption under which a row stands: rows with the same one are a group. */
  captionOf: (row: T) => string;
  /** With a key of its own. */
  renderRow: (row: T) => ReactNode;
}

/** Rows under the captions of their groups, such as days. */
export function RowGroups<T>({ rows, captionOf, renderRow }: RowGroupsProps<T>) {
  return [...Map.groupBy(rows, captionOf)].map(([caption, members]) => (
    <section key={caption} aria-label={caption}>
      <ListCaption>{caption}</ListCaption>
      {members.map(renderRow)}
    </section>
  ));
}
