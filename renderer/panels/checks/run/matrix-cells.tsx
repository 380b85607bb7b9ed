// biome-ignore-all lint/a11y/useSemanticElements: rows are CSS grids, and a table whose display is changed loses its roles
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only its cells take the focus

import { KeyRound, Minus } from 'lucide-react';
import { memo } from 'react';
import type { CheckCell, CheckDrift } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { speaksEnglish } from '../../../lib/failures/failures.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { isNarrow, useLayout } from '../../../lib/preferences/layout.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { withSigns } from '../../../ui/base/hidden-signs.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import tone from '../../../ui/base/tone.module.css';
import { Method } from '../../../ui/feedback/method.tsx';
import type { Matrix } from '../model/matrix.ts';
import { faceOf, isTimed, latencyOf } from '../model/verdicts.ts';
import { type MatrixMode, useMatrixView } from '../view.ts';
import { type CellText, cellText, columnModel, methodOf, pathBelow, skipText } from '../words.ts';
import s from './matrix.module.css';
import { VerdictGlyph } from './verdict-glyph.tsx';

interface MatrixCellProps {
  cell: CheckCell | null;
  routeId: RouteId;
  columnId: string;
  /** The column heading. */
  keyName: string;
  modelName: string;
  /** Position among the columns, from 0. */
  index: number;
  mode: MatrixMode;
  /** How much of the latency bar is filled, 0 to 1; `null` where there is none. */
  share: number | null;
  drift: CheckDrift | undefined;
  /** Filtered out by the chips: the cell keeps its place but not its text. */
  isFaint: boolean;
  /** The one cell in the tab order. */
  isReachable: boolean;
  isSelected: boolean;
  /** The only column: model, latency and reason are beside the verdict. */
  isSingle: boolean;
}

/** A verdict with its icon. Its props are plain values, so that of hundreds of cells only the changed ones render again. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const words = useStrings();
  const { checks: t } = words;
  const { cell, routeId, columnId, mode, share, drift } = props;
  const { word, intent } = cell ? cellText(cell, mode, drift, words) : ({ word: t.noCell, intent: 'neutral' } as const);
  const labelFor = (words: string) =>
    t.run.cellLabel(pathBelow(routeId), props.keyName, cell?.model ?? props.modelName, words);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      role="gridcell"
      aria-colindex={props.index + 2}
      aria-label={props.isSingle ? undefined : labelFor(word)}
      aria-selected={props.isSelected}
      tabIndex={props.isReachable ? 0 : -1}
      className={s.cell}
      style={{ gridColumn: props.index + 2 }}
      onClick={() => {
        useMatrixView.setState({ cursor: { routeId, columnId } });
        if (isNarrow()) revealCell();
      }}
      onDoubleClick={revealCell}
    >
      {props.isSingle ? (
        <>
          <span className="sr-only">{labelFor('')}</span>
          <SingleFace {...props} word={word} intent={intent} />
        </>
      ) : (
        <span
          className={classes(
            s.face,
            tone[props.isFaint ? 'neutral' : intent],
            intent === 'neutral' && s.neutral,
            share !== null && !props.isFaint && s.timed,
          )}
        >
          {share !== null && <i className={s.bar} style={{ width: `${share * 100}%` }} />}
          {share === null && (cell ? <VerdictGlyph face={faceOf(cell)} /> : <Icon of={Minus} size="xs" />)}
          {!props.isFaint && <span className={classes('cut-text', s.word)}>{word}</span>}
        </span>
      )}
    </div>
  );
});

/** The cell of a single key: verdict, model, latency as a bar, and the reason in words. */
function SingleFace({ cell, isFaint, share, word, intent }: MatrixCellProps & CellText) {
  const { checks: t, gateway } = useStrings();
  const language = useLanguage();
  if (isFaint || !cell) return <span className={s.single}>{!isFaint && t.noCell}</span>;
  const ms = isTimed(cell) ? latencyOf(cell) : null;
  const isEnded = cell.state === 'ended';
  const said = cell.sentence || (cell.why ? skipText(cell.why, t) : '');
  const reason = !isEnded ? '' : said && speaksEnglish(language, said) ? said : t.meanings[cell.verdict];
  return (
    <span className={s.single}>
      <span className={classes(s.verdict, tone[intent])}>
        <VerdictGlyph face={faceOf(cell)} />
        <span className="cut-text">{isEnded && cell.verdict === 'works' ? gateway.verdicts.works : word}</span>
      </span>
      <span className="mono-s cut-text" aria-hidden>
        {cell.model ?? ''}
      </span>
      <span className={s.latency}>
        <span className={s.track}>{share !== null && <i style={{ width: `${share * 100}%` }} />}</span>
        <span className="num">{ms === null ? '' : formatMs(ms)}</span>
      </span>
      <span className={classes('cut-text', s.reason)} title={reason}>
        {reason}
      </span>
    </span>
  );
}

interface ColumnHeadsProps {
  matrix: Matrix;
  /** Indexes of the rendered columns. */
  shown: readonly number[];
  /** Whether the cells show times; the corner says which. */
  isHeat: boolean;
  isSingle: boolean;
}

/** Key and model above each column; stays in view. */
export function ColumnHeads({ matrix, shown, isHeat, isSingle }: ColumnHeadsProps) {
  const t = useStrings().checks;
  return (
    <div role="row" className={classes(s.row, s.heads)} aria-rowindex={1}>
      <div role="columnheader" aria-colindex={1} className={s.corner}>
        {isHeat ? t.run.heat : t.run.corner(matrix.rows.length, matrix.columns.length)}
      </div>
      {shown.map((index) => {
        const column = matrix.columns[index];
        if (!column) return null;
        const model = columnModel(column, t);
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={index + 2}
            className={s.columnHead}
            style={{ gridColumn: index + 2 }}
            data-tip={`${column.keyAlias ?? t.run.noKey}, ${model}`}
          >
            <span className={s.key}>
              <Icon of={KeyRound} size="xs" />
              <span className="cut-text">{column.keyAlias ?? t.run.noKey}</span>
            </span>
            {isSingle ? (
              <span className={classes(s.single, s.model)} aria-hidden>
                <span>{t.run.single.verdict}</span>
                <span>{t.run.single.model}</span>
                <span>{t.run.single.latency}</span>
                <span>{t.run.single.reason}</span>
              </span>
            ) : (
              <span className={classes('cut-text', column.model !== null && 'mono-s', s.model)}>
                {withSigns(model, 'code')}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The route on the left of its row; stays in view. */
export function RouteHead({ routeId }: { routeId: RouteId }) {
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={s.routeHead}
      data-tip={routes[routeId].path}
      data-tip-side="right"
    >
      <span className={s.method}>
        <Method>{methodOf(routeId)}</Method>
      </span>
      <span className="mono-s cut-text">{pathBelow(routeId)}</span>
    </div>
  );
}

/** Opens the right column, which shows the evidence for the selected cell. */
export const revealCell = (): void =>
  useLayout.setState(isNarrow() ? { drawer: 'parameters' } : { parametersOpen: true });
