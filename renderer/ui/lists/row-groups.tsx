import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ListCaption } from './list-row.tsx';

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
      {drawn < rows.length && <RestOfRows drawn={drawn} all={rows.length} draw={setDrawn} />}
    </>
  );
}

/** Height of a two-line row, px. */
const rowPx = 51;
/** Rows that are drawn beyond the view. */
const moreRows = 100;

/**
 * Returns how many rows of a list to draw once the end of those that are drawn comes near the view: all down to its lower
 * edge, and some more.
 *
 * @param neededPx from their end to the lower edge of the view; negative while that is above their end.
 */
export const rowsWithin = (drawn: number, neededPx: number): number =>
  drawn + Math.ceil(Math.max(0, neededPx) / rowPx) + moreRows;

interface RestOfRowsProps {
  drawn: number;
  all: number;
  /** Draws this many rows. */
  draw: (count: number) => void;
}

/**
 * The room of the rows of a list that are not drawn yet. More are drawn when the reader comes near it, or presses a key
 * that leads to any row.
 */
function RestOfRows({ drawn, all, draw }: RestOfRowsProps) {
  const rest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = rest.current;
    const list = element?.closest('nav');
    if (!element || !list) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting)
          draw(rowsWithin(drawn, (entry.rootBounds?.bottom ?? 0) - entry.boundingClientRect.top));
      },
      { root: list, rootMargin: `${rowPx * 20}px` },
    );
    observer.observe(element);
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyped = key.length === 1 && key !== ' ';
      if ((key === 'End' || isTyped) && !ctrlKey && !metaKey && !altKey) draw(all);
    };
    // The rows are drawn when this listener ends, before the list looks for the one that the key leads to.
    list.addEventListener('keydown', onKey, { capture: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [drawn, all, draw]);
  return <div ref={rest} style={{ height: (all - drawn) * rowPx }} />;
}
