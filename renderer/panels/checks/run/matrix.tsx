// biome-ignore-all lint/a11y/useSemanticElements: rows are CSS grids, and a table whose display is changed loses its roles
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only its cells take the focus
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { CheckDrift, CheckRun } from '#shared/contract/checks.ts';
import { useRoutePath } from '../../../lib/gateway/connections/route-paths.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { rerunCells } from '../acts.ts';
import {
  cursorAt,
  isWanted,
  type Matrix as MatrixModel,
  moveCursor,
  type Position,
  positionOf,
  sections,
  selectedCell,
} from '../model/matrix.ts';
import { isTimed, latencyOf, shareOf, slowestOf } from '../model/verdicts.ts';
import { useMatrixView } from '../view.ts';
import { columnModel } from '../words.ts';
import s from './matrix.module.css';
import { ColumnHeads, MatrixCell, RouteHead, revealCell } from './matrix-cells.tsx';

export interface MatrixProps {
  run: CheckRun;
  matrix: MatrixModel;
  drift: ReadonlyMap<string, CheckDrift>;
  canRerun: boolean;
  onRerun: (work: () => Promise<void>) => void;
}

/** Routes down, keys and models across. Only the columns in view, and always the cursor's, are rendered. */
export function Matrix({ run, matrix, drift, canRerun, onRerun }: MatrixProps) {
  const t = useStrings().checks;
  const pathOf = useRoutePath(run.connectionId);
  const { cursor, wanted, mode: wantedMode } = useMatrixView();
  // Without a run to compare with, nothing is known to be unchanged.
  const mode = wantedMode === 'change' && run.comparedWith === null ? 'verdict' : wantedMode;
  const grid = useRef<HTMLDivElement>(null);
  const [byKeys, setByKeys] = useState(0);
  const place = positionOf(matrix, cursor);
  // The cursor of another run may not exist here: Tab still reaches a cell, but none is selected.
  const hasSelection = selectedCell(matrix, cursor) !== null;
  const { columnPx, shown, onScroll } = useColumnWindow(grid, matrix.columns.length, place.column);
  // A single key leaves room for what the cells of several have only in the side column.
  const isSingle = matrix.columns.length === 1 && mode !== 'change';
  const slowestMs = mode === 'latency' || isSingle ? slowestOf(run.rows) : null;

  // The cell may exist only after the column window has followed the cursor.
  useEffect(() => {
    if (byKeys === 0) return;
    const cell = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [byKeys]);

  const choose = (next: Position) => useMatrixView.setState({ cursor: cursorAt(matrix, next) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    const next = moveCursor(event.key, place, matrix, command);
    const cell = matrix.rows[place.row]?.cells[place.column];
    if (next) {
      choose(next);
      setByKeys((moves) => moves + 1);
    } else if (event.key === 'Enter') {
      choose(place);
      revealCell();
    } else if (event.key.toLowerCase() === 'r' && !command && canRerun && cell && cell.action !== 'skip')
      onRerun(() => rerunCells(run, [cell]));
    else return;
    event.preventDefault();
  };

  if (matrix.rows.length === 0)
    return (
      <div className={s.scroll}>
        <EmptyState
          level={2}
          title={wanted.length > 0 ? t.run.nothingMatches : t.run.planned}
          actions={
            wanted.length > 0 && <Button onClick={() => useMatrixView.setState({ wanted: [] })}>{t.run.showAll}</Button>
          }
        />
      </div>
    );
  return (
    <div
      ref={grid}
      className={s.scroll}
      role="grid"
      aria-label={t.run.matrix}
      aria-rowcount={matrix.rows.length + 1}
      aria-colcount={matrix.columns.length + 1}
      aria-busy={run.state === 'running'}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      style={
        { '--columns': matrix.columns.length, '--column': `${columnPx}px`, '--head': `${headPx}px` } as CSSProperties
      }
    >
      <ColumnHeads matrix={matrix} shown={shown} isHeat={mode === 'latency'} isSingle={isSingle} />
      {sections.map((section) => {
        const rows = matrix.rows.filter((row) => row.section === section);
        return (
          rows.length > 0 && (
            <div key={section} role="rowgroup" aria-label={t.sections[section]}>
              <div className={s.caption} aria-hidden>
                <span>{t.sections[section]}</span>
              </div>
              {rows.map((row) => {
                const at = matrix.rows.indexOf(row);
                return (
                  <div key={row.routeId} role="row" className={s.row} aria-rowindex={at + 2}>
                    <RouteHead routeId={row.routeId} path={pathOf(row.routeId)} />
                    {shown.map((index) => {
                      const column = matrix.columns[index];
                      const cell = row.cells[index] ?? null;
                      if (!column) return null;
                      const isHere = at === place.row && index === place.column;
                      return (
                        <MatrixCell
                          key={column.id}
                          cell={cell}
                          routeId={row.routeId}
                          columnId={column.id}
                          keyName={column.keyAlias ?? t.run.noKey}
                          modelName={columnModel(column, t)}
                          index={index}
                          mode={mode}
                          share={
                            slowestMs !== null && cell && isTimed(cell)
                              ? shareOf(latencyOf(cell) ?? 0, slowestMs)
                              : null
                          }
                          drift={cell ? drift.get(cell.id) : undefined}
                          isFaint={wanted.length > 0 && !(cell && isWanted(cell, wanted))}
                          isReachable={isHere}
                          isSelected={hasSelection && isHere}
                          isSingle={isSingle}
                        />
                      );
                    })}
                  </div>
                );
              })}
            </div>
          )
        );
      })}
    </div>
  );
}

/** Returns the width of a column and the rendered columns: those in view, and the cursor's, so that it can have the focus. */
function useColumnWindow(grid: RefObject<HTMLElement | null>, count: number, cursorColumn: number) {
  const [view, setView] = useState({ scrollPx: 0, viewPx: 1200 });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView({ scrollPx: element.scrollLeft, viewPx: element.clientWidth }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  const columnPx = columnWidth(view.viewPx, count);
  const [first, last] = columnsInView(view.scrollPx, view.viewPx, columnPx, count);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  if (cursorColumn < first && cursorColumn < count) shown.unshift(cursorColumn);
  else if (cursorColumn >= last && cursorColumn < count) shown.push(cursorColumn);
  const onScroll = () => {
    const scrollPx = grid.current?.scrollLeft ?? 0;
    const [nextFirst, nextLast] = columnsInView(scrollPx, view.viewPx, columnPx, count);
    if (nextFirst !== first || nextLast !== last) setView((before) => ({ ...before, scrollPx }));
  };
  return { columnPx, shown, onScroll };
}

/** Width of the sticky route column, and the minimum and maximum width of the others, in CSS pixels. */
export const headPx = 196;
const minPx = 123;
const maxPx = 220;
/** Columns rendered beyond each edge of the view. */
const spare = 2;

/** Columns share the width, and a single one has all of it; when there are too many, they keep the minimum width and scroll. Whole pixels. */
export const columnWidth = (viewPx: number, count: number): number =>
  count === 0 ? minPx : Math.max(minPx, Math.min(count === 1 ? viewPx : maxPx, Math.floor((viewPx - headPx) / count)));

/** Returns the first and last (exclusive) column in view. */
export function columnsInView(scrollPx: number, viewPx: number, columnPx: number, count: number): [number, number] {
  const first = Math.floor(scrollPx / columnPx) - spare;
  const last = Math.ceil((scrollPx + viewPx - headPx) / columnPx) + spare;
  return [Math.max(0, first), Math.min(count, last)];
}
