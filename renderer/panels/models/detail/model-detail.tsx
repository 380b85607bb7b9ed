import { MessageSquare, X } from 'lucide-react';
import type { CheckVerdict } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { ModelCapabilities } from '../../../lib/gateway/models/model-capabilities.tsx';
import type { ModelMarks } from '../../../lib/gateway/models/model-marks.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import type { CatalogueRow } from '../catalogue.ts';
import { ModelCode } from './model-code.tsx';
import s from './model-detail.module.css';

interface ModelDetailProps {
  row: CatalogueRow;
  marks: ModelMarks;
  connectionId: string;
  keyId: string | undefined;
  onOpen: () => void;
  onClose: () => void;
}

/** One model: what is said of it, what the checks found, how to call it, and the record as the gateway sent it. */
export function ModelDetail({ row, marks, connectionId, keyId, onOpen, onClose }: ModelDetailProps) {
  const t = useStrings();
  const dates = useDates();
  const { id, model, listed, change, answers } = row;
  const mark = marks[id];
  const says = model?.endpoints ?? [];
  return (
    <section className={s.detail} aria-label={id}>
      <header className={s.head}>
        <h2 className={s.id}>{id}</h2>
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
          <Fact label={t.models.inputLimit} value={tokens(model?.inputTokenLimit)} />
          <Fact label={t.models.outputLimit} value={tokens(model?.outputTokenLimit)} />
        </dl>
        {mark && (
          <>
            <h3>{t.models.checked(dates.formatWhen(mark.checkedAt))}</h3>
            <ul className={s.verdicts}>
              {(Object.entries(mark.verdicts) as [RouteId, CheckVerdict][]).map(([routeId, verdict]) => (
                <li key={routeId}>
                  <span className={s.path}>{routes[routeId]?.path ?? routeId}</span>
                  <Badge intent={verdict.startsWith('works') ? 'ok' : 'neutral'}>{t.checks.verdicts[verdict]}</Badge>
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

const tokens = (limit: number | null | undefined) => (limit == null ? null : formatNumber(limit));
