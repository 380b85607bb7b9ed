import { Activity, Maximize2, X } from 'lucide-react';
import { useState } from 'react';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { endTogether } from '../form.ts';
import { Elapsed } from '../gallery/gallery-card.tsx';
import { openGeneration, useGenerations } from '../images.ts';
import { type Generation, needsWords, slotsOf, stateOf, titleOf, tookMs, usageOf } from '../model/generation.ts';
import { CallEnds } from './call-ends.tsx';
import { SlotImage } from './result-images.tsx';
import s from './side-by-side.module.css';

/** The generations of one Send to several models, each with its own state and request; one of them is opened to zoom it. */
export function SideBySide({ ids }: { ids: readonly string[] }) {
  const t = useStrings().images.together;
  const generations = useGenerations(ids);
  const label = t.models(ids.length);
  return (
    <section className={layout.fill} aria-label={label}>
      <header className={s.head}>
        <h2 className="cut-text">{generations[0] ? titleOf(generations[0]) : label}</h2>
        <IconButton label={t.close} shortcut="Esc" size="sm" icon={<Icon of={X} size="s" />} onClick={endTogether} />
      </header>
      <div className={s.grid}>
        {generations.map((generation) => (
          <Pane key={generation.id} generation={generation} />
        ))}
      </div>
    </section>
  );
}

function Pane({ generation }: { generation: Generation }) {
  const t = useStrings().images.together;
  const active = useActive();
  const [chosen, setChosen] = useState(0);
  const { id, order, createdAt, calls } = generation;
  const slots = slotsOf(generation);
  const at = Math.min(chosen, slots.length - 1);
  const slot = slots[at];
  const image = slot?.kind === 'image' ? slot.image : undefined;
  const exchangeId = calls.findLast((call) => call.exchangeId)?.exchangeId;
  const tokens = usageOf(generation)?.totalTokens;
  return (
    <figure className={s.pane} aria-label={order.model}>
      <div className={s.paneHead}>
        <b className="mono-s cut-text">{order.model}</b>
        <StateBadge state={stateOf(generation)} />
        <span className={s.time}>
          <Elapsed since={createdAt} tookMs={tookMs(generation)} />
        </span>
        {exchangeId && slot && (
          <IconButton
            label={t.wire(order.model)}
            size="sm"
            icon={<Icon of={Activity} size="s" />}
            onClick={() => openWireRecord(exchangeId, 'response')}
          />
        )}
        <IconButton
          label={t.open(order.model)}
          size="sm"
          icon={<Icon of={Maximize2} size="s" />}
          onClick={() => void openGeneration(id, active)}
        />
      </div>
      {slot ? (
        <div className={s.picture}>
          <SlotImage slot={slot} generation={generation} count={slots.length} />
        </div>
      ) : (
        calls.some(needsWords) && (
          <div className={s.ends}>
            <CallEnds generation={generation} />
          </div>
        )
      )}
      <figcaption>
        {image?.width && image.height && (
          <span className="mono-s">
            {image.width}×{image.height}
          </span>
        )}
        {tokens != null && <span>{t.tokens(formatNumber(tokens))}</span>}
        {slots.length > 1 && (
          <Segmented
            label={t.images}
            value={String(at)}
            onValueChange={(next) => setChosen(Number(next))}
            options={slots.map((_, position) => ({ value: String(position), label: String(position + 1) }))}
          />
        )}
      </figcaption>
    </figure>
  );
}
