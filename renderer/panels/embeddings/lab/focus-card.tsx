import { Cable, X } from 'lucide-react';
import { useStore } from 'zustand';
import { FailureText } from '../../../lib/failure-text.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { openWire } from '../../../lib/wire-focus.ts';
import { classes } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lab } from '../embeddings.ts';
import { focusOn, useSelection } from '../selection.ts';
import { useAnalysis } from './analysis.ts';
import s from './map-pane.module.css';
import { useNames } from './use-names.ts';
import { useNear } from './use-near.ts';

const shown = 5;

/** The text that is looked at, and those nearest to it. */
export function FocusCard({ texts, side }: { texts: readonly string[]; side: 'left' | 'right' }) {
  const t = useStrings().embeddings.map;
  const place = useSelection((state) => state.focus);
  const near = useNear(place, shown);
  const names = useNames();
  const { clusters, rowOf } = useAnalysis((state) => state);
  const item = useStore(lab(), ({ corpus }) => (place === null ? null : corpus.base?.items[place]));
  if (place === null || texts[place] === undefined) return null;
  const groupOf = (other: number) => clusters?.groups[rowOf[other] ?? -1];
  const own = groupOf(place);
  const together = near.filter(({ row }) => groupOf(row) === own).length;
  return (
    <section className={classes(s.card, side === 'left' && s.cardLeft)} aria-label={t.focus}>
      <div className={s.cardHead}>
        <b>{texts[place]}</b>
        {item?.exchangeId && (
          <IconButton
            label={t.wire}
            icon={<Icon of={Cable} size="s" />}
            intent="quiet"
            size="sm"
            onClick={() => openWire(item.exchangeId, 'response')}
          />
        )}
        <IconButton
          label={t.close}
          icon={<Icon of={X} size="s" />}
          intent="quiet"
          size="sm"
          onClick={() => focusOn(null)}
        />
      </div>
      {item?.failure && !item.vector ? (
        <span className={s.quiet}>
          <FailureText failure={item.failure} alone brief />
        </span>
      ) : (
        <>
          {near.length > 0 && own !== undefined && (
            <span className={s.quiet}>{t.nearest(near.length, together, names[own] ?? '')}</span>
          )}
          {near.map(({ row, score }) => (
            <button key={row} type="button" className={s.near} onClick={() => focusOn(row)}>
              <span className="cut-text">{texts[row]}</span>
              <span className="mono-s">{score.toFixed(3)}</span>
            </button>
          ))}
        </>
      )}
    </section>
  );
}
