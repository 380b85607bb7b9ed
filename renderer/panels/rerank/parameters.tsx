import { rememberedModel, useActive } from '../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../lib/gateway/models/model-popover.tsx';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../lib/gateway/parameters/parameter-list.tsx';
import { LimitHint } from '../../lib/gateway/parameters/parameter-row.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Choice } from '../../ui/fields/select.tsx';
import { SliderNumber } from '../../ui/fields/slider.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { topNOf } from './model/call.ts';
import { rankedOrder, reach, rounded, stepFor } from './model/orders.ts';
import { countQueries, isSetRunning } from './model/queries.ts';
import { documentsFields, filled, type Outcome, type RankParameters } from './model/rank-set.ts';
import s from './panel.module.css';
import { changeSet, rankStore, useSet } from './store.ts';

const change = (by: Partial<RankParameters>) =>
  rankStore().change((set) => ({ ...set, parameters: { ...set.parameters, ...by } }));

/** The fields that are sent while they are on. */
const fields = [
  { name: 'return_documents', of: 'returnDocuments', control: { kind: 'boolean' } },
  { name: 'max_chunks_per_doc', of: 'maxChunks', control: { kind: 'number', min: 1 } },
  { name: 'overlap_tokens', of: 'overlapTokens', control: { kind: 'number', min: 0 } },
] as const;

/** The parameters of the request besides query and documents; below them, the settings that only change the view. */
export function RerankParameters() {
  const { parameters: t, queries } = useStrings().rerank;
  const set = useSet();
  const { model, secondModel, outcome, documents } = set;
  return (
    <ParamColumn title={t.title}>
      <Fields />
      <section className={s.section} aria-label={t.secondTitle}>
        <h3 className={s.caption}>{t.secondTitle}</h3>
        {secondModel === null ? (
          <PickModel
            label={t.chooseSecond}
            text={t.second}
            routeId="rerank"
            except={[model]}
            onValueChange={(secondModel) => changeSet({ secondModel })}
          />
        ) : (
          <div className={s.chosen}>
            <span className="mono cut-text">{secondModel}</span>
            <Button
              size="sm"
              intent="quiet"
              disabled={isSetRunning(set)}
              aria-label={t.removeSecond(secondModel)}
              onClick={() => changeSet({ secondModel: null })}
            >
              ×
            </Button>
          </div>
        )}
      </section>
      <RetrievalFields />
      {countQueries(set) > 1 && (
        <section className={s.section} aria-label={queries.concurrency}>
          <Count
            label={queries.concurrency}
            value={set.concurrency}
            max={8}
            onChange={(concurrency) => changeSet({ concurrency })}
          />
          <p className="hint">{queries.concurrencyHint}</p>
        </section>
      )}
      {(outcome !== null || documents.length > 0) && <ViewSettings />}
    </ParamColumn>
  );
}

function Fields() {
  const t = useStrings().rerank.parameters;
  const { parameters, documents, model } = useSet();
  const { connection } = useActive();
  const limits = useLimits(connection?.id, 'rerank', model || null);
  const count = filled(documents).length;
  const topN = topNOf(parameters, count);
  const documentsLimit = limits.find(({ field }) => field === 'documents');
  const { documentsField = 'documents' } = parameters;
  const locked = { sent: true, locked: true, onSentChange: () => undefined };
  return (
    <>
      <ParameterList
        limits={limits}
        parameters={[
          {
            ...locked,
            name: documentsField,
            hint: t.documentsFieldHint,
            control: (
              <Choice
                label={t.documentsField}
                value={documentsField}
                onValueChange={(value) => change({ documentsField: value })}
                options={documentsFields}
              />
            ),
          },
          {
            ...locked,
            name: 'top_n',
            hint: t.topNHint,
            ...parameterInput({
              name: 'top_n',
              control: count > 1 ? { kind: 'slider', min: 1, max: count } : { kind: 'number', min: 1 },
              value: count > 1 ? topN : parameters.topN,
              placeholder: String(count),
              onValueChange: (next) =>
                change({ topN: typeof next !== 'number' || (count > 1 && next === count) ? null : next }),
            }),
          },
          ...fields.map(({ name, of, control }) => {
            const setting = parameters[of];
            return {
              name,
              sent: setting.on,
              onSentChange: (on: boolean) => change({ [of]: { ...setting, on } }),
              hint: t.hints[of],
              ...parameterInput({
                name,
                control,
                value: setting.value,
                onValueChange: (value) => change({ [of]: { on: true, value } }),
              }),
            };
          }),
        ]}
      />
      {documentsLimit && (
        <p className={`hint ${s.limit}`}>
          <LimitHint limit={documentsLimit} />
        </p>
      )}
    </>
  );
}

function RetrievalFields() {
  const t = useStrings().rerank.parameters;
  const { retrieval } = useSet();
  const { connection } = useActive();
  const set = (by: Partial<typeof retrieval>) =>
    rankStore().change((before) => ({ ...before, retrieval: { ...before.retrieval, ...by } }));
  // The model that Embeddings used last is the likely one.
  const turn = (on: boolean) => {
    const usual = connection ? rememberedModel('embeddings', connection.id) : '';
    set({ on, model: retrieval.model || usual });
  };
  return (
    <section className={s.section} aria-label={t.retrieval}>
      <Switch checked={retrieval.on} onCheckedChange={turn} label={t.retrieval} />
      <p className="hint">{t.retrievalHint}</p>
      {retrieval.on && (
        <>
          <PickModel
            label={t.retrievalModel}
            text={retrieval.model || t.chooseRetrieval}
            routeId="embeddings"
            place="retrieval-model"
            onValueChange={(model) => set({ model })}
          />
          <Count label={t.k} value={retrieval.k} onChange={(k) => set({ k })} />
        </>
      )}
    </section>
  );
}

type PickModelProps = Pick<Parameters<typeof ModelPopover>[0], 'label' | 'routeId' | 'except' | 'onValueChange'>;

/** @param place its `data-place`. */
function PickModel({ text, place, ...picker }: PickModelProps & { text: string; place?: string }) {
  const { connection, key } = useActive();
  return (
    <ModelPopover
      {...picker}
      align="end"
      trigger={
        <Button stretch {...(place && { 'data-place': place })}>
          {text}
        </Button>
      }
      connectionId={connection?.id}
      keyId={key?.id}
      value=""
    />
  );
}

/** Settings that change how the ranking is shown and measured, not the request. */
function ViewSettings() {
  const t = useStrings().rerank.parameters;
  const { outcome, cutoff, graded, grades, unmatched, baseline } = useSet();
  return (
    <section className={s.section} aria-label={t.view}>
      <h3 className={s.caption}>{t.view}</h3>
      {outcome?.calls.map((call) => (
        <Threshold key={call.slot} outcome={outcome} at={call.slot === 'A' ? 0 : 1} />
      ))}
      <Count label={t.cutoff} value={cutoff} onChange={(cutoff) => changeSet({ cutoff })} />
      <Switch checked={graded} onCheckedChange={(next) => changeSet({ graded: next })} label={t.graded} />
      <Switch checked={baseline} onCheckedChange={(next) => changeSet({ baseline: next })} label={t.baseline} />
      <p className="hint">{t.baselineHint}</p>
      {Object.keys(grades).length + Object.keys(unmatched).length > 0 && (
        <Button size="sm" intent="quiet" onClick={() => changeSet({ grades: {}, unmatched: {} })}>
          {t.clearMarks}
        </Button>
      )}
    </section>
  );
}

function Threshold({ outcome, at }: { outcome: Outcome; at: 0 | 1 }) {
  const t = useStrings().rerank.parameters;
  const { thresholds } = useSet();
  const order = rankedOrder(outcome, at);
  const range = order?.range;
  if (!order || !range || range.high === range.low) return null;
  const label = t.threshold(outcome.calls[at]?.model ?? '');
  const threshold = thresholds[at];
  const put = (next: number | null) =>
    rankStore().change((set) => {
      const [first, second] = set.thresholds;
      return { ...set, thresholds: at === 0 ? [next, second] : [first, next] };
    });
  const step = stepFor(range.high - range.low);
  const middle = rounded(Math.round((range.low + range.high) / 2 / step) * step);
  return (
    <div className={s.threshold}>
      <Switch checked={threshold !== null} onCheckedChange={(on) => put(on ? middle : null)} label={label} />
      {threshold !== null && (
        <>
          <SliderNumber
            label={label}
            value={threshold}
            min={rounded(Math.floor(range.low / step) * step)}
            max={rounded(Math.ceil(range.high / step) * step)}
            step={step}
            numberWidth={76}
            onValueChange={(next) => put(rounded(next))}
          />
          <span className={s.words}>{t.stay(reach(order, threshold), order.ranked)}</span>
        </>
      )}
    </div>
  );
}

/** A whole number of at least 1; while the field is blank, the previous value applies. */
function Count({
  label,
  value,
  max,
  onChange,
}: {
  label: string;
  value: number;
  max?: number;
  onChange: (value: number) => void;
}) {
  return (
    <div className={s.pair}>
      <span>{label}</span>
      <NumberField
        label={label}
        value={value}
        min={1}
        max={max}
        clamp
        width={72}
        onValueChange={(next) => next !== null && onChange(Math.round(next))}
      />
    </div>
  );
}
