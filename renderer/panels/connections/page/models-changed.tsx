import { Equal, Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import type { ModelChange } from '#shared/contract/models.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { useModels } from '../../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import s from './models.module.css';

/** Which changes the person put aside, by connection: they come back when the list changes once more. */
const usePutAside = persistedStore<{ changes: Record<string, string> }>(
  'model-changes-put-aside',
  { changes: {} },
  { shared: 'live' },
);

const few = 8;
const glyphs = { added: Plus, removed: Minus, changed: Equal } as const;

/** What differs from the list that was accepted last. */
export function ModelsChanged({ connection, keyId }: { connection: Connection; keyId: string | undefined }) {
  const t = useStrings().connections;
  const dates = useDates();
  const { data } = useModels(connection.id, keyId);
  const aside = usePutAside(({ changes }) => changes[connection.id]);
  const [all, setAll] = useState(false);
  const accept = useAction(async () => {
    await client.models.acceptChanges({ connectionId: connection.id, ...(keyId && { keyId }) });
    await queryClient.invalidateQueries({ queryKey: ['models'] });
  });
  const changes = data?.changes ?? [];
  if (changes.length === 0) return null;
  const name = changes.map(({ what, modelId }) => `${what} ${modelId}`).join('\n');
  const quarantine = (text: string) =>
    usePutAside.setState((state) => ({ changes: { ...state.changes, [connection.id]: text } }));
  const since = data?.changesSince ? (
    <span className={s.quiet}>{t.since(dates.formatWhen(data.changesSince))}</span>
  ) : null;
  if (aside === name)
    return (
      <p className={s.putAside}>
        {t.changesAside(changes.length)}
        <Button size="sm" intent="quiet" onClick={() => quarantine('')}>
          {t.showThem}
        </Button>
      </p>
    );
  return (
    <Card title={t.modelsChanged} aside={since}>
      <ul className={s.changes}>
        {(all ? changes : changes.slice(0, few)).map((change) => (
          <ChangeRow key={`${change.what} ${change.modelId}`} change={change} />
        ))}
      </ul>
      {changes.length > few && (
        <Button size="sm" intent="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.showFew : t.showOthers(changes.length - few)}
        </Button>
      )}
      <div className={s.pair}>
        <Button size="sm" busy={accept.busy} onClick={() => void accept.run()}>
          {t.accept}
        </Button>
        <Button size="sm" intent="quiet" onClick={() => quarantine(name)}>
          {t.keepOld}
        </Button>
      </div>
      {accept.failure && <FailureCard failure={accept.failure} />}
    </Card>
  );
}

function ChangeRow({ change: { what, modelId, detail } }: { change: ModelChange }) {
  const t = useStrings().connections;
  return (
    <li className={s[what]} title={detail ?? undefined}>
      <Icon of={glyphs[what]} size="xs" label={t.changeWords[what]} />
      <span className={s.changedId}>{modelId}</span>
      {detail && (
        <span className={s.quiet}>
          <CoreText>{detail}</CoreText>
        </span>
      )}
    </li>
  );
}
