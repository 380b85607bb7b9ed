import { useStore } from 'zustand';
import { useActive } from '../../../lib/active.ts';
import { planBatches } from '../../../lib/corpus/batches.ts';
import { formatNumber } from '../../../lib/format.ts';
import { LimitHint } from '../../../lib/limit-hint.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { useLimits } from '../../../lib/use-limits.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { ParamRow } from '../../../ui/param-row.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { lab, useChoices } from '../embeddings.ts';
import { type LabSettings, missingPlaces, sentCount } from '../model/lab.ts';
import { BatchList } from './batch-list.tsx';
import s from './parameters.module.css';

const put = (by: Partial<LabSettings>) => useChoices.setState(({ settings }) => ({ settings: { ...settings, ...by } }));

/** The parameters column: a tick means that the field is in the body; below it the requests that were made. */
export function Parameters() {
  const t = useStrings().embeddings.parameters;
  const { model, settings } = useChoices();
  const { encoding, dimensions, user } = settings;
  const { connection } = useActive();
  const limits = useLimits(connection?.id, 'embeddings', model || null);
  const hintFor = (field: string, words?: string) => {
    const limit = limits.find((known) => known.field === field);
    return words || limit
      ? {
          hint: (
            <>
              {words} {limit && <LimitHint limit={limit} />}
            </>
          ),
        }
      : {};
  };
  return (
    <>
      <PaneHead title={t.title}>
        <Badge intent="live">{t.sent(sentCount(settings))}</Badge>
      </PaneHead>
      <div className={s.scroll}>
        <ParamRow
          name="encoding_format"
          sent={encoding.on}
          onSentChange={(on) => put({ encoding: { ...encoding, on } })}
          notSentText={t.notSent}
          {...hintFor('encoding_format', t.hints.encoding)}
        >
          <Segmented
            label="encoding_format"
            stretch
            value={encoding.value}
            onValueChange={(value) => put({ encoding: { on: true, value } })}
            options={[
              { value: 'float', label: 'float' },
              { value: 'base64', label: 'base64' },
            ]}
          />
        </ParamRow>
        <ParamRow
          name="dimensions"
          sent={dimensions.on}
          onSentChange={(on) => put({ dimensions: { ...dimensions, on } })}
          notSentText={t.notSent}
          {...hintFor('dimensions', t.hints.dimensions)}
          {...(dimensions.on && dimensions.value === null ? { error: t.valueMissing } : {})}
        >
          <NumberField
            label="dimensions"
            value={dimensions.value}
            onValueChange={(value) => put({ dimensions: { on: value !== null, value } })}
            min={1}
            max={100_000}
            step={1}
            placeholder={t.dimensionsPlaceholder}
          />
        </ParamRow>
        <ParamRow
          name="user"
          sent={user.on}
          onSentChange={(on) => put({ user: { ...user, on } })}
          notSentText={t.notSent}
          {...hintFor('user')}
          {...(user.on && user.value === '' ? { error: t.valueMissing } : {})}
        >
          <TextField
            aria-label="user"
            mono
            value={user.value}
            onValueChange={(value) => put({ user: { on: value !== '', value } })}
            placeholder={t.userPlaceholder}
          />
        </ParamRow>
        <ParamRow name="input" sent locked onSentChange={() => undefined} notSentText={t.notSent} {...hintFor('input')}>
          <BatchFields />
        </ParamRow>
        <BatchList />
      </div>
    </>
  );
}

/** How the texts are cut into requests, and how many that makes. */
function BatchFields() {
  const t = useStrings().embeddings.parameters;
  const batch = useChoices(({ settings }) => settings.batch);
  const { items, characters, atOnce } = batch;
  const corpus = useStore(lab(), (state) => state.corpus);
  const texts = corpus.read.items.map(({ text }) => text);
  const missing = missingPlaces(texts.length, corpus.base);
  const requests = planBatches(texts, batch, missing.length > 0 ? missing : undefined).length;
  const change = (by: Partial<typeof batch>) => put({ batch: { ...batch, ...by } });
  return (
    <div className={s.batch}>
      <Field label={t.items} layout="row">
        <NumberField
          value={items}
          min={1}
          max={2048}
          step={1}
          width="84px"
          onValueChange={(value) => value !== null && change({ items: value })}
        />
      </Field>
      <Field label={t.characters} layout="row">
        <NumberField
          value={characters}
          min={100}
          max={10_000_000}
          step={1000}
          width="84px"
          onValueChange={(value) => value !== null && change({ characters: value })}
        />
      </Field>
      <Field label={t.atOnce} layout="row">
        <NumberField
          value={atOnce}
          min={1}
          max={8}
          step={1}
          width="84px"
          onValueChange={(value) => value !== null && change({ atOnce: value })}
        />
      </Field>
      {texts.length > 0 && <span className={s.quiet}>{t.calls(requests, formatNumber(missing.length))}</span>}
    </div>
  );
}
