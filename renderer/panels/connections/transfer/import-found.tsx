import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { chooseConnection } from '../../../lib/gateway/connections/active.ts';
import { checkFields, draftOf } from '../../../lib/gateway/connections/connection-fields.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/page/announce.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import type { FoundConnection } from '../../../lib/recognise/recognise-all.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import s from '../connections.module.css';
import { checkKey } from '../keys/check-key.ts';
import { selectConnection, useSelectedConnection } from '../selection.ts';
import { isReady, type ShownConnection } from './found.ts';

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

interface FoundRowProps {
  shown: ShownConnection;
  /** The connection that takes keys without an address. */
  home: string | null;
  onChange: (shown: ShownConnection) => void;
}

/** One found connection: tick it, untick keys of it, and consent to plain http where that is needed. */
function FoundRow({ shown, home, onChange }: FoundRowProps) {
  const t = useStrings().connections;
  const { fields, keys, isChosen, sameAs } = shown;
  const checked = fields && checkFields(fields);
  const title = fields ? fields.name || fields.address : home ? t.keysFor(home) : t.keysWithoutHome;
  return (
    <li className={s.foundBlock}>
      <div className={s.foundRow}>
        <Tick
          checked={isChosen}
          onCheckedChange={(next) => onChange({ ...shown, isChosen: next })}
          label={<b>{title}</b>}
        />
        {sameAs && <Badge intent="warn">{t.sameAs(sameAs)}</Badge>}
      </div>
      {fields && <span className="mono-s cut-text">{checked?.base.base || fields.address}</span>}
      {fields && fields.headers.length > 0 && (
        <span className={s.quiet}>{t.withHeaders(fields.headers.map(({ name }) => name).join(', '))}</span>
      )}
      {checked?.base.problems
        .filter(({ code }) => code !== 'insecure')
        .map((problem) => (
          <span key={problem.code} className={problem.severity === 'error' ? s.bad : s.warn}>
            {t.addressProblem(problem)}
          </span>
        ))}
      {checked?.base.problems.some(({ code }) => code === 'insecure') && fields && (
        <Tick
          checked={!checked.needsConsent}
          onCheckedChange={(accepted) =>
            onChange({ ...shown, fields: { ...fields, acceptedOrigin: accepted ? checked.base.origin : null } })
          }
          label={t.acceptInsecure(checked.base.origin)}
        />
      )}
      {keys.map((key, at) => (
        <Tick
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a key is what names it
          key={at}
          checked={isChosen && key.isChosen}
          disabled={!isChosen}
          onCheckedChange={(next) =>
            onChange({
              ...shown,
              keys: keys.map((other, place) => (place === at ? { ...other, isChosen: next } : other)),
            })
          }
          label={
            <span>
              {key.alias || t.firstAlias} <span className={s.quiet}>{t.hiddenKey(key.length)}</span>
            </span>
          }
        />
      ))}
    </li>
  );
}
