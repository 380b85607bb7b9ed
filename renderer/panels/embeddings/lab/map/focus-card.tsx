import { Cable, Waypoints, X } from 'lucide-react';
import { useStore } from 'zustand';
import { FailureText } from '../../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../../ui/base/class-names.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { embeddingsStore } from '../../embeddings.ts';
import { focusOn, showSide, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import { useNames, useNear } from '../use-shown.ts';
import s from './map-pane.module.css';
import type { Corner } from './map-view.ts';

const shown = 5;

/** The text that is looked at, in the corner that is farthest from its point. */
export function FocusCard({ texts, corner }: { texts: readonly string[]; corner: Corner }) {
  const t = useStrings().embeddings.map;
  const place = useSelection((state) => state.focus);
  const near = useNear(place, shown);
  const names = useNames();
  const { clusters, rowOf } = useAnalysis((state) => state);
  const item = useStore(embeddingsStore(), ({ corpus }) => (place === null ? null : corpus.base?.items[place]));
  if (place === null || texts[place] === undefined) return null;
  const groupOf = (other: number) => clusters?.groups[rowOf[other] ?? -1];
  const own = groupOf(place);
  const together = near.filter(({ row }) => groupOf(row) === own).length;
  return (
    <section className={classes(s.card, s[corner.x], s[corner.y])} aria-label={t.focus}>
      <div className={s.cardHead}>
        <b>{texts[place]}</b>
        {near.length > 0 && (
          <IconButton
            label={t.neighbors}
            icon={<Icon of={Waypoints} size="s" />}
            intent="quiet"
            size="sm"
            onClick={() => showSide('nearest')}
          />
        )}
        {item?.exchangeId && (
          <IconButton
            label={t.wire}
            icon={<Icon of={Cable} size="s" />}
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
        near.length > 0 &&
        own !== undefined && <span className={s.quiet}>{t.nearest(near.length, together, names[own] ?? '')}</span>
      )}
    </section>
  );
}
