import { type ReactNode, useState } from 'react';
import { ListCaption } from './list-row.tsx';
import { RestOfRows as Rest } from './rest-of-rows.tsx';

export interface RowGroupsProps<T> {
  /** In display order, the rows of a group together. */
  rows: readonly T[];
  /** Returns the caption of a row: rows with the same one are a group. */
  captionOf: (row: T) => string;
  /** Must set a key. */
  renderRow: (row: T) => ReactNode;
}

/** More than a screen shows. */
const firstRows = 100;

/**
 * Rows under the captions of their groups, such as days. Of a long list, the rows further down are drawn as the reader
 * comes near them: a list of thousands opens like one of a hundred.
 */
export function RowGroups<T>({ rows, captionOf, renderRow }: RowGroupsProps<T>) {
  const [drawn, setDrawn] = useState(firstRows);
  return (
    <>
      {[...Map.groupBy(rows.slice(0, drawn), captionOf)].map(([caption, members]) => (
        <section key={caption} aria-label={caption}>
          <ListCaption>{caption}</ListCaption>
          {members.map(renderRow)}
        </section>
      ))}
      {drawn < rows.length && <Rest drawn={drawn} all={rows.length} draw={setDrawn} />}
    </>
  );
}
