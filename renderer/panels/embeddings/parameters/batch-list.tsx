import { Check, CircleAlert, CircleSlash, Split } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { estimateTokens, inputUsage } from '#shared/cost/estimate-tokens.ts';
import type { EmbedBatch } from '../../../lib/corpus/embed-texts.ts';
import { CostFact, EstimateAll } from '../../../lib/cost/cost-later.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import tone from '../../../ui/base/tone.module.css';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { embeddingsStore, useChoices, useCorpus } from '../embeddings.ts';
import type { ModelRun } from '../model/lab.ts';
import { exchangesOf, usageOf } from '../model/run-facts.ts';
import s from './parameters.module.css';

const glyphs = { done: Check, short: CircleAlert, split: Split, failed: CircleAlert, stopped: CircleSlash } as const;
const intents = { done: 'ok', short: 'warn', split: 'warn', failed: 'bad', stopped: 'neutral' } as const;

/** Every request of each model, with a link to its record, and the total usage per model. */
export function BatchList() {
  const t = useStrings().embeddings.batches;
  const { base, overlay } = useCorpus();
  const runs = [base, overlay].filter((run) => run !== null && run.batches.length > 0) as ModelRun[];
  if (runs.length === 0) return null;
  return (
    <section className={s.batches} aria-label={t.title}>
      <h3 className={s.caption}>{t.title}</h3>
      {runs.map((run) => (
        <RunBatches key={run.id} run={run} isNamed={overlay !== null} />
      ))}
    </section>
  );
}

function RunBatches({ run, isNamed }: { run: ModelRun; isNamed: boolean }) {
  const t = useStrings().embeddings.batches;
  const isRunning = useStore(embeddingsStore(), ({ running }) => running !== null);
  const { tokens, counted, answered, requestMs } = usageOf(run);
  const batches = run.batches.map((batch, at) => ({ batch, at }));
  const facts = [
    tokens !== null &&
      (run.isDerived
        ? t.tokensEstimated(formatNumber(tokens))
        : counted < answered
          ? t.tokensOf(formatNumber(tokens), counted, answered)
          : t.tokens(formatNumber(tokens))),
    t.requestTime(formatMs(requestMs)),
  ];
  return (
    <>
      {isNamed && <span className="mono-s cut-text">{run.model}</span>}
      <span className={s.quiet} title={t.requestTimeHint}>
        {facts.filter(Boolean).join(' · ')}
        {!isRunning && <CostFact exchangeIds={exchangesOf(run)} after="text" />}
      </span>
      <div className={s.rows} style={{ height: Math.min(320, batches.length * 26) }}>
        <VirtualList
          label={isNamed ? `${t.title} ${run.model}` : t.title}
          items={batches}
          itemKey={({ at }) => String(at)}
          rowHeight={26}
          followEnd
          renderItem={({ batch }) => <BatchRow batch={batch} />}
        />
      </div>
    </>
  );
}

function BatchRow({ batch }: { batch: EmbedBatch }) {
  const t = useStrings().embeddings.batches;
  const { state, places, ms, exchangeId } = batch;
  const [first = 0] = places;
  const last = places.at(-1) ?? 0;
  // After texts were edited or embedded one by one, those of a batch may not be contiguous.
  const isStretch = places.length > 0 && last - first + 1 === places.length;
  return (
    <button
      type="button"
      className={s.row}
      disabled={exchangeId === null}
      onClick={() => openWireRecord(exchangeId, 'response')}
    >
      <span className={classes(s.glyph, tone[intents[state]])}>
        <Icon of={glyphs[state]} size="s" />
      </span>
      <span className={s.range}>{isStretch ? t.range(first + 1, last + 1) : t.texts(places.length)}</span>
      <span className={state === 'done' ? 'sr-only' : s.state}>{t.states[state]}</span>
      {ms !== null && <span className="num">{formatMs(ms)}</span>}
      <span className="sr-only">{t.open}</span>
    </button>
  );
}

/** What the requests of these texts would cost together. Deferred: typing never waits for it. */
export function BatchesCost({
  texts,
  requests,
}: {
  texts: readonly string[];
  requests: readonly (readonly number[])[];
}) {
  const { connection } = useActive();
  const model = useChoices((state) => state.model);
  const planned = useDeferredValue(requests);
  const estimated = useMemo(
    () =>
      planned.map((places) => {
        const tokens = places.reduce((sum, place) => sum + estimateTokens(texts[place] ?? ''), 0);
        return { model, billed: { usage: inputUsage(Math.ceil(tokens)), images: 0, inputImages: 0 } };
      }),
    [planned, texts, model],
  );
  return (
    <span className={s.quiet}>
      <EstimateAll connectionId={connection?.id} requests={estimated} withTokens alone />
    </span>
  );
}
