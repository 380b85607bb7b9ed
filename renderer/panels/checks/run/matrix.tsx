// biome-ignore-all lint/a11y/useSemanticElements: rows are css grids, and a table whose display is changed loses its roles
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only its cells take the focus
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CheckDrift, CheckRun } from '#shared/contract/checks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { rerunCells } from '../acts.ts';
import { chosenIn, cursorAt, type Place, placeOf, step } from '../model/cursor.ts';
import { isTimed, latencyOf, rangeOf, shareOf } from '../model/latency.ts';
import { isWanted, type Matrix as MatrixModel, sections } from '../model/matrix.ts';
import { useGlance } from '../view.ts';
import { columnModel } from '../words.ts';
import s from './matrix.module.css';
import { ColumnHeads, MatrixCell, RouteHead, revealCell } from './matrix-cells.tsx';
import { headPx, useColumnWindow } from './use-column-window.ts';

export interface MatrixProps {
  run: CheckRun;
  matrix: MatrixModel;
  drift: ReadonlyMap<string, CheckDrift>;
  canRerun: boolean;
  onRerun: (work: () => Promise<void>) => void;
}

/** Routes down, keys and models across. Only the columns in view exist; the cursor's column always does. */
export function Matrix({ run, matrix, drift, canRerun, onRerun }: MatrixProps) {
  const t = useStrings().checks;
  const { cursor, wanted, mode: wantedMode } = useGlance();
  // Without a run to compare with, nothing is known to be the same.
  const mode = wantedMode === 'change' && run.comparedWith === null ? 'verdict' : wantedMode;
  const grid = useRef<HTMLDivElement>(null);
  const [byKeys, setByKeys] = useState(0);
  const place = placeOf(matrix, cursor);
  // A cursor of another run may have no place here: then Tab still reaches a cell, and none is selected.
  const hasChosen = chosenIn(matrix, cursor) !== null;
  const { columnPx, shown, onScroll } = useColumnWindow(grid, matrix.columns.length, place.column);
  const range = mode === 'latency' ? rangeOf(run.rows) : null;

  // The cell may exist only after the column window has followed the cursor.
  useEffect(() => {
    if (byKeys === 0) return;
    const cell = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [byKeys]);

  const choose = (next: Place) => useGlance.setState({ cursor: cursorAt(matrix, next) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    const next = step(event.key, place, matrix, command);
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
            wanted.length > 0 && <Button onClick={() => useGlance.setState({ wanted: [] })}>{t.run.showAll}</Button>
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
      <ColumnHeads matrix={matrix} shown={shown} isHeat={mode === 'latency'} />
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
                    <RouteHead routeId={row.routeId} />
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
                          share={range && cell && isTimed(cell) ? shareOf(latencyOf(cell) ?? 0, range) : null}
                          drift={cell ? drift.get(cell.id) : undefined}
                          isFaint={wanted.length > 0 && !(cell && isWanted(cell, wanted))}
                          isReachable={isHere}
                          isChosen={hasChosen && isHere}
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
