// biome-ignore-all lint/a11y/useSemanticElements: rows are css grids, and a table whose display is changed loses its roles
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only its cells take the focus
import { KeyRound } from 'lucide-react';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import type { Matrix } from '../model/matrix.ts';
import { columnModel, methodOf, pathBelow } from '../words.ts';
import s from './matrix.module.css';

export interface ColumnHeadsProps {
  matrix: Matrix;
  /** Columns that exist now, by their place. */
  shown: readonly number[];
  /** The cells show times: the corner says which. */
  isHeat: boolean;
}

/** Key and model over each column; stays in view. */
export function ColumnHeads({ matrix, shown, isHeat }: ColumnHeadsProps) {
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
            <span className={classes('cut-text', column.model !== null && 'mono-s', s.model)}>{model}</span>
          </div>
        );
      })}
    </div>
  );
}

/** The route at the left of its row; stays in view. */
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
