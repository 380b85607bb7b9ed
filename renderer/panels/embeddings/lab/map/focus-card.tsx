import { Activity, X } from 'lucide-react';
import { FailureText } from '../../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { IconButton } from '../../../../ui/controls/button.tsx';
import { useCorpus } from '../../embeddings.ts';
import { focusOn, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import { useColoring, useNearest } from '../use-shown.ts';
import s from './map-pane.module.css';
import type { CardPlace } from './map-view.ts';

const shown = 5;

/** The focused text beside its point: what it says, and how many of its neighbors are in its group. */
export function FocusCard({ texts, at }: { texts: readonly string[]; at: CardPlace }) {
  const t = useStrings().embeddings.map;
  const place = useSelection((state) => state.focus);
  const near = useNearest(place, shown);
  const { of, groups } = useColoring();
  const rowOf = useAnalysis((state) => state.rowOf);
  const item = useCorpus((corpus) => (place === null ? null : corpus.run?.items[place]));
  if (place === null || texts[place] === undefined) return null;
  const groupOf = (other: number) => of?.[rowOf[other] ?? -1] ?? -1;
  const own = groups[groupOf(place)];
  const together = near.filter(({ row }) => groups[groupOf(row)] === own).length;
  return (
    <section className={s.card} style={at} aria-label={t.focus}>
      <div className={s.cardHead}>
        <b>{texts[place]}</b>
        {item?.exchangeId && (
          <IconButton
            label={t.wire}
            icon={<Icon of={Activity} size="s" />}
            intent="quiet"
            size="sm"
            onClick={() => openWireRecord(item.exchangeId, 'response')}
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
        near.length > 0 && own && <span className={s.quiet}>{t.nearest(near.length, together, own.name)}</span>
      )}
    </section>
  );
}
