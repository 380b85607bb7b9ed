import { MessageSquare, X } from 'lucide-react';
import { useState } from 'react';
import type { CheckVerdict } from '#shared/contract/checks.ts';
import type { SnippetLanguage } from '#shared/contract/exchanges.ts';
import type { ModelPrice as KnownPrice } from '#shared/contract/prices.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { useRoutePath } from '../../../lib/gateway/connections/route-paths.ts';
import { ModelCapabilities } from '../../../lib/gateway/models/model-capabilities.tsx';
import type { ModelMarks } from '../../../lib/gateway/models/model-history.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { type Strings, useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { snippetLanguages } from '../../../lib/inspector/snippets.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { CatalogRow } from '../catalog.ts';
import s from '../models.module.css';
import { ModelPrice } from './model-price.tsx';
import { type SampleRoute, sampleDraft, sampleRoutesFor } from './sample-draft.ts';

interface ModelDetailProps {
  row: CatalogRow;
  price: KnownPrice | null;
  marks: ModelMarks;
  connectionId: string;
  keyId: string | undefined;
  onOpen: () => void;
  onClose: () => void;
}

/** One model: its listing, the results of its checks, sample code, and the record as the gateway sent it. */
export function ModelDetail({ row, price, marks, connectionId, keyId, onOpen, onClose }: ModelDetailProps) {
  const t = useStrings();
  const dates = useDates();
  const pathOf = useRoutePath(connectionId);
  const { id, model, listed, change, answers } = row;
  const mark = marks[id];
  const says = model?.endpoints ?? [];
  return (
    <section className={s.detail} aria-label={id}>
      <header className={s.detailHead}>
        <h2 className={s.detailId}>{id}</h2>
        <CopyButton text={id} size="sm" labels={t.models.copyId} />
        <IconButton label={t.models.close} size="sm" icon={<Icon of={X} />} onClick={onClose} />
      </header>
      <div className={s.body}>
        <Button intent="primary" size="sm" icon={<Icon of={MessageSquare} size="s" />} onClick={onOpen}>
          {t.models.openInChat}
        </Button>
        {!model && <Note intent="warn">{t.models.goneNote}</Note>}
        {change?.what === 'changed' && change.detail && (
          <Note intent="odd">
            <CoreText>{change.detail}</CoreText>
          </Note>
        )}
        {answers === 'dead' && <Note intent="warn">{t.models.deadNote}</Note>}
        <dl className={s.facts}>
          {model && (
            <>
              <dt>{t.models.columns.capabilities}</dt>
              <dd>
                <ModelCapabilities model={model} most={12} />
              </dd>
            </>
          )}
          <Fact label={t.models.name} value={model?.name !== id ? model?.name : null} />
          <Fact label={t.models.columns.owner} value={model?.owner} />
          <Fact label={t.models.columns.listed} value={listed ? t.models.listed[listed] : t.models.notListed} />
          <Fact label={t.models.says} value={says.length > 0 ? t.pieces.list(says) : t.models.saysNothing} />
          <Fact label={t.models.inputLimit} value={tokens(model?.inputTokenLimit, t)} />
          <Fact label={t.models.outputLimit} value={tokens(model?.outputTokenLimit, t)} />
        </dl>
        <ModelPrice key={`price of ${id}`} row={row} price={price} connectionId={connectionId} />
        {mark && (
          <>
            <h3>{t.models.checked(dates.formatWhen(mark.checkedAt))}</h3>
            <ul className={s.verdicts}>
              {(Object.entries(mark.verdicts) as [RouteId, CheckVerdict][]).map(([routeId, verdict]) => (
                <li key={routeId}>
                  <span className={`cut-text ${s.path}`}>{routes[routeId] ? pathOf(routeId) : routeId}</span>
                  <Badge intent={verdict.startsWith('works') ? 'ok' : 'neutral'}>{t.gateway.verdicts[verdict]}</Badge>
                </li>
              ))}
            </ul>
          </>
        )}
        <ModelCode key={id} id={id} model={model} connectionId={connectionId} keyId={keyId} />
        {model && (
          <>
            <h3>{t.models.raw}</h3>
            <div className={s.raw}>
              <CodeView text={JSON.stringify(model.raw, null, 2)} language="json" wrap label={t.models.raw} />
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

const tokens = (limit: number | null | undefined, { models }: Strings) =>
  limit == null ? null : models.tokens(formatNumber(limit));

interface ModelCodeProps {
  id: string;
  model: ModelRecord | null;
  connectionId: string;
  keyId: string | undefined;
}

/** Sample code for each route that takes the model, with the key from the environment. */
function ModelCode({ id, model, connectionId, keyId }: ModelCodeProps) {
  const t = useStrings();
  const pathOf = useRoutePath(connectionId);
  const offered = sampleRoutesFor(model);
  const [routeId, setRoute] = useState<SampleRoute>(offered[0] ?? 'chat.completions');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const draft = sampleDraft(routeId, id, connectionId, keyId);
  const { data, error } = useCall('exchanges', 'draftSnippet', { draft, language }, { keepPrevious: true });
  return (
    <>
      <h3>{t.models.code}</h3>
      <div className={layout.row}>
        <Select
          label={t.models.codeRoute}
          size="sm"
          mono
          value={routeId}
          onValueChange={setRoute}
          options={offered.map((value) => ({ value, label: pathOf(value) }))}
        />
        <Select
          label={t.wire.snippet.language}
          size="sm"
          width={140}
          value={language}
          onValueChange={setLanguage}
          options={snippetLanguages.map((value) => ({ value, label: t.wire.snippets[value] }))}
        />
        {data && <CopyButton text={data.text} size="sm" labels={t.models.copyCode} />}
      </div>
      {error ? (
        <FailureCard failure={error.failure} announce={false} />
      ) : (
        <div className={s.code} aria-busy={data === undefined}>
          <CodeView text={data?.text ?? t.wire.snippet.writing} label={t.models.code} />
        </div>
      )}
      <p className={s.tiny}>{t.wire.snippet.body}</p>
      {data?.notes.map((note) => (
        <Note key={note} intent="warn">
          <CoreText>{note}</CoreText>
        </Note>
      ))}
    </>
  );
}
