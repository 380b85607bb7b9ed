import { Check, CircleAlert, CircleSlash, Split } from 'lucide-react';
import { useStore } from 'zustand';
import type { EmbedBatch } from '../../../lib/corpus/embed-texts.ts';
import { formatMs, formatNumber } from '../../../lib/format.ts';
import { useStrings } from '../../../lib/strings.ts';
import { openWire } from '../../../lib/wire-focus.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { lab } from '../embeddings.ts';
import s from './parameters.module.css';

const glyphs = { done: Check, short: CircleAlert, split: Split, failed: CircleAlert, stopped: CircleSlash } as const;

/** Every request of the run, each with the way to its record. */
export function BatchList() {
  const t = useStrings().embeddings.batches;
  const { base, overlay } = useStore(lab(), ({ corpus }) => corpus);
  const batches = [...(base?.batches ?? []), ...(overlay?.batches ?? [])].map((batch, at) => ({ batch, at }));
  if (batches.length === 0) return null;
  const tokens = batches.reduce((sum, { batch }) => sum + (batch.tokens ?? 0), 0);
  return (
    <section className={s.batches} aria-label={t.title}>
      <h3 className={s.caption}>
        {t.title}
        {tokens > 0 && <span className={s.quiet}>{t.tokens(formatNumber(tokens))}</span>}
      </h3>
      <div className={s.rows} style={{ height: Math.min(320, batches.length * 26) }}>
        <VirtualList
          label={t.title}
          items={batches}
          itemKey={({ at }) => String(at)}
          rowHeight={26}
          followEnd
          renderItem={({ batch }) => <BatchRow batch={batch} />}
        />
      </div>
    </section>
  );
}

function BatchRow({ batch }: { batch: EmbedBatch }) {
  const t = useStrings().embeddings.batches;
  const { state, places, ms, exchangeId } = batch;
  const range = t.range((places[0] ?? 0) + 1, (places.at(-1) ?? 0) + 1);
  return (
    <button
      type="button"
      className={s.row}
      disabled={exchangeId === null}
      onClick={() => openWire(exchangeId, 'response')}
    >
      <span className={s[state]}>
        <Icon of={glyphs[state]} size="s" />
      </span>
      <span className={s.range}>{range}</span>
      <span className={state === 'done' ? 'sr-only' : s.state}>{t.states[state]}</span>
      {ms !== null && <span className="num">{formatMs(ms)}</span>}
      <span className="sr-only">{t.open}</span>
    </button>
  );
}
