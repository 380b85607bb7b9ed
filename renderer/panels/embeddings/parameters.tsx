import { Check, CircleAlert, CircleSlash, Split } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { estimateTokens, inputUsage } from '#shared/cost/estimate-tokens.ts';
import { planBatches } from '../../lib/corpus/batches.ts';
import { encodingFormats } from '../../lib/corpus/embed-request.ts';
import type { EmbedBatch } from '../../lib/corpus/embed-texts.ts';
import { CostFact } from '../../lib/cost/cost-fact.tsx';
import { EstimateAll } from '../../lib/cost/estimate.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../lib/gateway/parameters/parameter-list.tsx';
import type { PlainControl } from '../../lib/gateway/parameters/request-parameters.ts';
import { formatMs, formatNumber } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { openWireRecord } from '../../lib/navigation/wire-focus.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import tone from '../../ui/base/tone.module.css';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { type EmbeddingsSettings, exchangesOf, type ModelRun, missingPlaces, usageOf } from './corpus.ts';
import { useEmbed } from './embed.tsx';
import { embeddingsStore, useChoices, useCorpus } from './embeddings.ts';
import s from './panel.module.css';

/** The fields besides model and texts; `empty` is the value of one that can't be sent. */
const fields: readonly {
  name: string;
  of: keyof EmbeddingsSettings;
  control: PlainControl;
  empty?: string | null;
}[] = [
  { name: 'encoding_format', of: 'encoding', control: { kind: 'choice', options: encodingFormats } },
  { name: 'dimensions', of: 'dimensions', control: { kind: 'number', min: 1, max: 100_000 }, empty: null },
  { name: 'user', of: 'user', control: { kind: 'text' }, empty: '' },
];

/** The parameters column: a selected field is in the body; below it, the requests that were sent. */
export function Parameters() {
  const t = useStrings().embeddings.parameters;
  const { model, settings } = useChoices();
  const { connection } = useActive();
  const run = useCorpus((corpus) => corpus.run);
  const limits = useLimits(connection?.id, 'embeddings', model || null);
  const input = {
    name: 'input',
    sent: true,
    locked: true,
    onSentChange: () => undefined,
    children: <BatchFields />,
  };
  return (
    <ParamColumn title={t.title}>
      <ParameterList
        limits={limits}
        parameters={[
          input,
          ...fields.map(({ name, of, control, empty }) => {
            const { on, value } = settings[of];
            const put = (setting: { on: boolean; value: unknown }) =>
              useChoices.setState({ settings: { ...settings, [of]: setting } });
            return {
              name,
              sent: on,
              onSentChange: (next: boolean) => put({ on: next, value }),
              hint: t.hints[of],
              error: on && value === empty ? t.valueMissing : undefined,
              ...parameterInput({
                name,
                control,
                value,
                placeholder: t.placeholders[of],
                onValueChange: (next) => put({ on: next !== empty, value: next }),
              }),
            };
          }),
        ]}
      />
      {run && run.batches.length > 0 && <BatchList run={run} />}
    </ParamColumn>
  );
}

/** How the texts are split into requests, and how many requests that makes. */
function BatchFields() {
  const t = useStrings().embeddings.parameters;
  const corpus = useCorpus();
  const { batch } = corpus;
  const { items, characters, atOnce } = batch;
  const { isContinuing } = useEmbed();
  const known = isContinuing ? corpus.run : null;
  const { texts, missing, requests } = useMemo(() => {
    const texts = corpus.read.items.map(({ text }) => text);
    const missing = missingPlaces(texts.length, known);
    return { texts, missing, requests: planBatches(texts, batch, missing.length > 0 ? missing : undefined) };
  }, [corpus.read.items, known, batch]);
  const change = (by: Partial<typeof batch>) => embeddingsStore().setBatch(by);
  return (
    <div className={s.batch}>
      <Count label={t.items} value={items} min={1} max={2048} step={1} onChange={(next) => change({ items: next })} />
      <Count
        label={t.characters}
        value={characters}
        min={100}
        max={10_000_000}
        step={1000}
        onChange={(next) => change({ characters: next })}
      />
      <Count label={t.atOnce} value={atOnce} min={1} max={8} step={1} onChange={(next) => change({ atOnce: next })} />
      {texts.length > 0 && <span className={s.quiet}>{t.calls(requests.length, formatNumber(missing.length))}</span>}
      {missing.length > 0 && <BatchesCost texts={texts} requests={requests} />}
    </div>
  );
}

interface CountProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

/** A number field that is never empty: while it is blank, the previous value applies. */
function Count({ label, onChange, ...field }: CountProps) {
  return (
    <Field label={label} layout="row">
      <NumberField {...field} width="84px" onValueChange={(value) => value !== null && onChange(value)} />
    </Field>
  );
}

const glyphs = { done: Check, short: CircleAlert, split: Split, failed: CircleAlert, stopped: CircleSlash } as const;
const intents = { done: 'ok', short: 'warn', split: 'warn', failed: 'bad', stopped: 'neutral' } as const;

/** Every request with a link to its record, and the total usage. */
function BatchList({ run }: { run: ModelRun }) {
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
    <section className={s.batches} aria-label={t.title}>
      <h3 className={s.caption}>{t.title}</h3>
      <span className={s.quiet} title={t.requestTimeHint}>
        {facts.filter(Boolean).join(' · ')}
        {!isRunning && <CostFact exchangeIds={exchangesOf(run)} after="text" />}
      </span>
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
function BatchesCost({ texts, requests }: { texts: readonly string[]; requests: readonly (readonly number[])[] }) {
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
