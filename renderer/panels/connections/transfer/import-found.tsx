import type { Connection } from '#shared/contract/connections.ts';
import { writeBase } from '#shared/protocol/address.ts';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import {
  type ConnectionFields,
  checkFields,
  draftOf,
  emptyFields,
  nameFor,
  newHeader,
} from '../../../lib/gateway/connections/connection-fields.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import type { FoundConnection } from '../../../lib/recognize/recognize-all.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import s from '../connections.module.css';
import { checkKey } from '../keys/check-key.ts';
import { showImported, useSelectedConnection } from '../selection.ts';

interface ImportFoundProps {
  /** Includes secrets; read only while saving. */
  found: readonly FoundConnection[];
  shown: readonly ShownConnection[];
  onChange: (shown: ShownConnection[]) => void;
  onBack: () => void;
  onDone: () => void;
}

/** What was found in a pasted text or a file of another tool. */
export function ImportFound({ found, shown, onChange, onBack, onDone }: ImportFoundProps) {
  const { connections: t, gateway } = useStrings();
  const selected = useSelectedConnection();
  const chosen = shown.filter(({ isTicked }) => isTicked);
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
        if (!key.isTicked || !secret) continue;
        const alias = key.alias.trim() || gateway.firstAlias;
        const status = await client.keys.put({ connectionId: connection.id, alias, secret });
        keys += 1;
        void checkKey(connection.id, status.id);
      }
      // Saved ones are not offered again when a later one fails.
      onChange(shown.filter(({ at }) => at !== one.at));
    }
    await showImported(first);
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
          disabledReason={isSavable ? undefined : chosen.length === 0 ? t.tickOne : gateway.notSavable}
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
  /** The connection for keys without an address. */
  home: string | null;
  onChange: (shown: ShownConnection) => void;
}

/** One found connection: select it, deselect some of its keys, and consent to plain HTTP where needed. */
function FoundRow({ shown, home, onChange }: FoundRowProps) {
  const { connections: t, gateway, pieces } = useStrings();
  const { fields, keys, isTicked, sameAs } = shown;
  const checked = fields && checkFields(fields);
  const title = fields ? fields.name || fields.address : home ? t.keysFor(home) : t.keysWithoutHome;
  return (
    <li className={s.foundBlock}>
      <div className={s.foundRow}>
        <Tick
          checked={isTicked}
          onCheckedChange={(next) => onChange({ ...shown, isTicked: next })}
          label={<b>{title}</b>}
        />
        {sameAs && <Badge intent="warn">{t.sameAs(sameAs)}</Badge>}
      </div>
      {fields && <span className="mono-s cut-text">{checked?.base.base || fields.address}</span>}
      {fields && fields.headers.length > 0 && (
        <span className={s.quiet}>{t.withHeaders(pieces.list(fields.headers.map(({ name }) => name)))}</span>
      )}
      {checked?.base.problems
        .filter(({ code }) => code !== 'insecure')
        .map((problem) => (
          <span key={problem.code} className={problem.severity === 'error' ? s.bad : s.warn}>
            {gateway.addressProblem(problem)}
          </span>
        ))}
      {checked?.base.problems.some(({ code }) => code === 'insecure') && fields && (
        <Tick
          checked={!checked.needsConsent}
          onCheckedChange={(accepted) =>
            onChange({ ...shown, fields: { ...fields, acceptedOrigin: accepted ? checked.base.origin : null } })
          }
          label={gateway.acceptInsecure(checked.base.origin)}
        />
      )}
      {keys.map((key, at) => (
        <Tick
          // biome-ignore lint/suspicious/noArrayIndexKey: a key is identified by its position
          key={at}
          checked={isTicked && key.isTicked}
          disabled={!isTicked}
          onCheckedChange={(next) =>
            onChange({
              ...shown,
              keys: keys.map((other, place) => (place === at ? { ...other, isTicked: next } : other)),
            })
          }
          label={
            <span>
              {key.alias || gateway.firstAlias} <span className={s.quiet}>{t.hiddenKey(key.length)}</span>
            </span>
          }
        />
      ))}
    </li>
  );
}

/** A found connection as the preview shows it: secrets are counted and never part of it. */
export interface ShownConnection {
  /** Its index among the found connections. */
  at: number;
  /** `null` for keys without an address. */
  fields: ConnectionFields | null;
  keys: { alias: string; length: number; isTicked: boolean }[];
  isTicked: boolean;
  /** Name of an existing connection with the same address. */
  sameAs: string | null;
}

/** Returns the preview of found connections. One whose address exists already is not selected unless it has a key. */
export function shownOf(found: readonly FoundConnection[], here: readonly Connection[]): ShownConnection[] {
  return found.map(({ address, name, nativeKeyStyle, keyHeader, headers, keys }, at) => {
    const sameAs = here.find((connection) => writeBase(connection) === address)?.name ?? null;
    return {
      at,
      fields: address
        ? {
            ...emptyFields(),
            name: name ?? nameFor(address),
            address,
            nativeKeyStyle: nativeKeyStyle ?? 'auto',
            ...(keyHeader && { keyHeader }),
            headers: headers.map(([header, value]) => newHeader(header, value)),
          }
        : null,
      keys: keys.map(({ alias, secret }) => ({ alias, length: secret.length, isTicked: true })),
      isTicked: sameAs === null || keys.length > 0,
      sameAs,
    };
  });
}

/** Whether a selected connection can be saved as it is. */
export const isReady = ({ isTicked, fields, keys }: ShownConnection): boolean =>
  isTicked && (fields ? checkFields(fields).isSavable : keys.some((key) => key.isTicked));

/** Whether Patchbay itself wrote the text: the core opens such a text and can also decrypt its keys. */
export const isShared = (text: string): boolean => /^\s*\{\s*"format"\s*:\s*"patchbay-/.test(text);
