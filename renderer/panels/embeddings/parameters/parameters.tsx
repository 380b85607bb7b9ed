import { useMemo } from 'react';
import { planBatches } from '../../../lib/corpus/batches.ts';
import { encodingFormats } from '../../../lib/corpus/embedding-draft.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { embeddingsStore, useChoices, useCorpus } from '../embeddings.ts';
import { type EmbeddingsSettings, missingPlaces } from '../model/lab.ts';
import { useEmbed } from '../use-embed.ts';
import s from './parameters.module.css';

const BatchList = lazyPart(async () => (await import('./batch-list.tsx')).BatchList);
const BatchesCost = lazyPart(async () => (await import('./batch-list.tsx')).BatchesCost);

const put = (by: Partial<EmbeddingsSettings>) =>
  useChoices.setState(({ settings }) => ({ settings: { ...settings, ...by } }));

/** The parameters column: a selected field is in the body; below it, the requests that were sent. */
export function Parameters() {
  const t = useStrings().embeddings.parameters;
  const { model, settings } = useChoices();
  const { encoding, dimensions, user } = settings;
  const { connection } = useActive();
  const hasVectors = useCorpus((corpus) => corpus.base !== null);
  const limits = useLimits(connection?.id, 'embeddings', model || null);
  return (
    <ParamColumn title={t.title}>
      <ParameterList
        limits={limits}
        parameters={[
          {
            name: 'input',
            sent: true,
            locked: true,
            onSentChange: () => undefined,
            children: <BatchFields />,
          },
          {
            name: 'encoding_format',
            sent: encoding.on,
            onSentChange: (on) => put({ encoding: { ...encoding, on } }),
            hint: t.hints.encoding,
            control: (
              <Choice
                label="encoding_format"
                value={encoding.value}
                onValueChange={(value) => put({ encoding: { on: true, value } })}
                options={encodingFormats}
              />
            ),
          },
          {
            name: 'dimensions',
            sent: dimensions.on,
            onSentChange: (on) => put({ dimensions: { ...dimensions, on } }),
            hint: t.hints.dimensions,
            error: dimensions.on && dimensions.value === null ? t.valueMissing : undefined,
            control: (
              <NumberField
                label="dimensions"
                value={dimensions.value}
                onValueChange={(value) => put({ dimensions: { on: value !== null, value } })}
                min={1}
                max={100_000}
                step={1}
                placeholder={t.dimensionsPlaceholder}
                width={96}
              />
            ),
          },
          {
            name: 'user',
            sent: user.on,
            onSentChange: (on) => put({ user: { ...user, on } }),
            error: user.on && user.value === '' ? t.valueMissing : undefined,
            control: (
              <TextField
                aria-label="user"
                mono
                value={user.value}
                onValueChange={(value) => put({ user: { on: value !== '', value } })}
                placeholder={t.userPlaceholder}
                width={132}
              />
            ),
          },
        ]}
      />
      {hasVectors && <BatchList />}
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
  const known = isContinuing ? corpus.base : null;
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
