import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { chooseConnection } from '../../../lib/gateway/connections/active.ts';
import { draftOf } from '../../../lib/gateway/connections/connection-fields.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/page/announce.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import type { FoundConnection } from '../../../lib/recognise/recognise-all.ts';
import { Button } from '../../../ui/controls/button.tsx';
import s from '../connections.module.css';
import { checkKey } from '../keys/check-key.ts';
import { selectConnection, useSelectedConnection } from '../selection.ts';
import { isReady, type ShownConnection } from './found.ts';
import { FoundRow } from './found-row.tsx';

interface ImportFoundProps {
  /** With secrets; read only while saving. */
  found: readonly FoundConnection[];
  shown: readonly ShownConnection[];
  onChange: (shown: ShownConnection[]) => void;
  onBack: () => void;
  onDone: () => void;
}

/** What was found in a pasted text or a file of another tool. */
export function ImportFound({ found, shown, onChange, onBack, onDone }: ImportFoundProps) {
  const t = useStrings().connections;
  const selected = useSelectedConnection();
  const chosen = shown.filter(({ isChosen }) => isChosen);
  const isSavable = chosen.length > 0 && chosen.every((one) => isReady(one) && (one.fields !== null || selected));
  const save = useAction(async () => {
    let keys = 0;
    let first: string | undefined;
    for (const one of chosen) {
      const connection = one.fields ? await client.connections.save(draftOf(one.fields)) : selected;
      if (!connection) continue;
      first ??= connection.id;
      const secrets = found[one.at]?.keys ?? [];
      for (const [at, key] of one.keys.entries()) {
        const secret = secrets[at]?.secret;
        if (!key.isChosen || !secret) continue;
        const alias = key.alias.trim() || t.firstAlias;
        const status = await client.keys.put({ connectionId: connection.id, alias, secret });
        keys += 1;
        void checkKey(connection.id, status.id);
      }
      // What is saved is not offered again when a later one fails.
      onChange(shown.filter(({ at }) => at !== one.at));
    }
    await Promise.all(['connections', 'keys'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));
    if (first) {
      selectConnection(first);
      chooseConnection(first);
    }
    announce(t.taken(chosen.filter(({ fields }) => fields).length, keys));
    onDone();
  });
  return (
    <>
      <ul className={s.found} aria-label={t.foundConnections}>
        {shown.map((one) => (
          <FoundRow
            key={one.at}
            shown={one}
            home={selected?.name ?? null}
            onChange={(next) => onChange(shown.map((other) => (other.at === one.at ? next : other)))}
          />
        ))}
      </ul>
      {save.failure && <FailureCard failure={save.failure} />}
      <div className={s.dialogActs}>
        <Button intent="quiet" onClick={onBack}>
          {t.back}
        </Button>
        <Button
          intent="primary"
          busy={save.busy}
          disabledReason={isSavable ? undefined : chosen.length === 0 ? t.tickOne : t.notSavable}
          onClick={() => void save.run()}
        >
          {t.takeOver(chosen.length)}
        </Button>
      </div>
    </>
  );
}
