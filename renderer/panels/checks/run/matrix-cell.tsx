// biome-ignore-all lint/a11y/useSemanticElements: rows are css grids, and a table whose display is changed loses its roles
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only its cells take the focus
import { Minus } from 'lucide-react';
import { memo } from 'react';
import type { CheckCell, CheckDrift } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { isNarrow } from '../../../lib/preferences/layout.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { faceOf } from '../model/verdicts.ts';
import { revealCell } from '../reveal.ts';
import { type MatrixMode, useGlance } from '../view.ts';
import { cellText, pathBelow } from '../words.ts';
import s from './matrix.module.css';
import { VerdictGlyph } from './verdict-glyph.tsx';

export interface MatrixCellProps {
  cell: CheckCell | null;
  routeId: RouteId;
  columnId: string;
  /** What stands over the column. */
  keyName: string;
  modelName: string;
  /** Place among the columns, from 0. */
  index: number;
  mode: MatrixMode;
  /** How much of the latency bar is filled, 0 to 1; `null` where there is none. */
  share: number | null;
  drift: CheckDrift | undefined;
  /** Left out by the chips: its place stays, its word goes. */
  isFaint: boolean;
  /** The one cell that Tab reaches. */
  isReachable: boolean;
  isChosen: boolean;
}

/** One word with its drawing. Its props are plain, so that of hundreds of cells only the changed ones are drawn anew. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const t = useStrings().checks;
  const { cell, routeId, columnId, mode, share, drift } = props;
  const { word, intent } = cell ? cellText(cell, mode, drift, t) : ({ word: t.noCell, intent: 'neutral' } as const);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="gridcell"
      aria-colindex={props.index + 2}
      aria-label={t.run.cellLabel(pathBelow(routeId), props.keyName, cell?.model ?? props.modelName, word)}
      aria-selected={props.isChosen}
      tabIndex={props.isReachable ? 0 : -1}
      className={s.cell}
      style={{ gridColumn: props.index + 2 }}
      onClick={() => {
        useGlance.setState({ cursor: { routeId, columnId } });
        if (isNarrow()) revealCell();
      }}
      onDoubleClick={revealCell}
    >
      <span className={classes(s.face, s[intent], props.isFaint && s.faint, share !== null && s.timed)}>
        {share !== null && <i className={s.bar} style={{ width: `${share * 100}%` }} />}
        {share === null && (cell ? <VerdictGlyph face={faceOf(cell)} /> : <Icon of={Minus} size="xs" />)}
        {!props.isFaint && <span className={classes('cut-text', s.word)}>{word}</span>}
      </span>
    </div>
  );
});
