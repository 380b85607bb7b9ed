import { rememberedModel, useActive } from '../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../lib/gateway/models/model-popover.tsx';
import { useLimits } from '../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../lib/gateway/parameters/parameter-list.tsx';
import { LimitHint } from '../../lib/gateway/parameters/parameter-row.tsx';
import type { Setting } from '../../lib/gateway/parameters/request-parameters.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Choice } from '../../ui/fields/select.tsx';
import { ParamColumn } from '../../ui/layout/param-column.tsx';
import { countQueries, isSetRunning } from './model/queries.ts';
import { documentsFields, filled, type RankParameters } from './model/rank-set.ts';
import { topNOf } from './model/rerank-draft.ts';
import s from './parameters.module.css';
import { changeSet, rankStore, useSet } from './rerank.ts';

const ViewSettings = lazyPart(async () => (await import('./view-settings.tsx')).ViewSettings);

const change = (by: Partial<RankParameters>) =>
  rankStore().change((set) => ({ ...set, parameters: { ...set.parameters, ...by } }));

/** The parameters of the request besides query and documents; below them, the settings that only change the view. */
export function RerankParameters() {
  const t = useStrings().rerank.parameters;
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
            onChoose={(model) => changeSet({ secondModel: model })}
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
      {countQueries(set) > 1 && <ConcurrencyField />}
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
  const { returnDocuments, maxChunks, overlapTokens, documentsField = 'documents' } = parameters;
  return (
    <>
      <ParameterList
        limits={limits}
        parameters={[
          {
            name: documentsField,
            sent: true,
            locked: true,
            onSentChange: () => undefined,
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
            name: 'top_n',
            sent: true,
            locked: true,
            onSentChange: () => undefined,
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
          {
            name: 'return_documents',
            sent: returnDocuments.on,
            onSentChange: (on) => change({ returnDocuments: { ...returnDocuments, on } }),
            hint: t.returnHint,
            ...parameterInput({
              name: 'return_documents',
              control: { kind: 'boolean' },
              value: returnDocuments.value,
              onValueChange: (value) => change({ returnDocuments: { on: true, value: value === true } }),
            }),
          },
          {
            hint: t.chunksHint,
            ...numberRow('max_chunks_per_doc', 1, maxChunks, (next) => change({ maxChunks: next })),
          },
          {
            hint: t.overlapHint,
            ...numberRow('overlap_tokens', 0, overlapTokens, (next) => change({ overlapTokens: next })),
          },
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

/** Returns the row of a number that is sent while it is on. */
const numberRow = (
  name: string,
  min: number,
  setting: Setting<number | null>,
  put: (setting: Setting<number | null>) => void,
) => ({
  name,
  sent: setting.on,
  onSentChange: (on: boolean) => put({ ...setting, on }),
  ...parameterInput({
    name,
    control: { kind: 'number', min },
    value: setting.value,
    onValueChange: (value) => put({ on: true, value: typeof value === 'number' ? value : null }),
  }),
});

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
            onChoose={(model) => set({ model })}
          />
          <div className={s.pair}>
            <span>{t.k}</span>
            <NumberField
              label={t.k}
              value={retrieval.k}
              min={1}
              clamp
              width={72}
              onValueChange={(k) => k !== null && set({ k: Math.round(k) })}
            />
          </div>
        </>
      )}
    </section>
  );
}

function ConcurrencyField() {
  const t = useStrings().rerank.queries;
  const { concurrency } = useSet();
  return (
    <section className={s.section} aria-label={t.concurrency}>
      <div className={s.pair}>
        <span>{t.concurrency}</span>
        <NumberField
          label={t.concurrency}
          value={concurrency}
          min={1}
          max={8}
          clamp
          width={72}
          onValueChange={(next) => next !== null && changeSet({ concurrency: Math.round(next) })}
        />
      </div>
      <p className="hint">{t.concurrencyHint}</p>
    </section>
  );
}

interface PickModelProps {
  label: string;
  text: string;
  routeId: 'rerank' | 'embeddings';
  /** Its `data-place`. */
  place?: string;
  /** Not offered, because it is already the first model. */
  except?: readonly string[];
  onChoose: (model: string) => void;
}

function PickModel({ label, text, routeId, place, except, onChoose }: PickModelProps) {
  const { connection, key } = useActive();
  return (
    <ModelPopover
      label={label}
      align="end"
      trigger={
        <Button stretch {...(place && { 'data-place': place })}>
          {text}
        </Button>
      }
      connectionId={connection?.id}
      keyId={key?.id}
      routeId={routeId}
      {...(except && { except })}
      value=""
      onValueChange={onChoose}
    />
  );
}
