import { ArrowDown, ArrowUp } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { useWireState, wire } from '../store.ts';
import { type Column, nextOrder, shapeOf } from './columns.ts';
import s from './exchange-table.module.css';

/** The names of the columns; a press sorts all stored requests, not only those that are loaded. */
export function TableHead({ shown }: { shown: readonly Column[] }) {
  const { table: t } = useStrings().wirePanel;
  const order = useWireState((state) => state.order);
  return (
    <div className={s.head}>
      {shown.map((column) => {
        const { order: by, isNumber } = shapeOf[column];
        const name = t.columns[column];
        const look = classes(isNumber && s.number);
        if (by === undefined)
          return (
            <span key={column} className={look}>
              {name}
            </span>
          );
        const isBy = by === (order?.by ?? 'started');
        const isDescending = order?.descending ?? true;
        return (
          <button
            key={column}
            type="button"
            className={look}
            aria-pressed={isBy}
            title={isBy ? t.sorted(name, isDescending) : t.sort(name)}
            onClick={() => wire.setState({ order: nextOrder(order, by) })}
          >
            {name}
            {isBy && <Icon of={isDescending ? ArrowDown : ArrowUp} size="xs" />}
          </button>
        );
      })}
    </div>
  );
}
