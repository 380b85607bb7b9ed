import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type RefObject, useMemo, useState } from 'react';
import type { KeyProtection } from '#shared/contract/host.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { usualPrefixes } from '#shared/protocol/route-path.ts';
import { client } from '../../lib/client/client.ts';
import { queryClient } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { chooseConnection, rememberModel } from '../../lib/gateway/connections/active.ts';
import {
  type ConnectionFields,
  checkFields,
  draftOf,
  fieldsFrom,
  withPrefixes,
} from '../../lib/gateway/connections/connection-fields.ts';
import { ConnectionTraits } from '../../lib/gateway/connections/connection-form.tsx';
import { ConnectionHeaders } from '../../lib/gateway/connections/connection-headers.tsx';
import { refreshModels } from '../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { announce } from '../../lib/notices/announce.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SecretField, type SecretHandle } from '../../ui/fields/secret-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { IntoView } from '../../ui/layout/into-view.tsx';
import { ComposedAddresses } from './composed-addresses.tsx';
import { Listed } from './listed.tsx';
import { type Found, nothingFound, PasteField } from './paste-field.tsx';
import s from './welcome.module.css';

/** What was saved so far, and whether it was asked for its models. */
export interface Progress {
  /** A retry updates it instead of creating a second connection or key. */
  connectionId?: string;
  keyId?: string;
  /** `done`: the gateway listed models, or has none. */
  state: 'open' | 'listing' | 'failed' | 'done';
}

/** Keys of one pasted text. They exist outside the state of any component, until they are saved. */
export interface PastedKeys {
  /** The name of the first key, which is in the key field; empty if it has none. */
  alias: string;
  others: { alias: string; secret: string }[];
}

export const noPastedKeys: PastedKeys = { alias: '', others: [] };

type Place = Pick<ConnectionFields, 'address' | 'prefixes' | 'query'>;

export interface ConnectFormProps {
  found: Found;
  onFound: (found: Found) => void;
  /** Called with a whole pasted text, to be parsed. */
  onPasted: (text: string) => void;
  /** The key field. It contains the key from the moment it is recognized until it is saved. */
  secret: RefObject<SecretHandle | null>;
  /** The names and the other keys of the text that the key was pasted with. */
  pasted: RefObject<PastedKeys>;
  progress: Progress;
  onProgress: (progress: Progress) => void;
  protection: KeyProtection;
}

/** The one field, what was found in it, and what it led to. Saving lists the models, which verifies address and key. */
export function ConnectForm({
  found,
  onFound,
  onPasted,
  secret,
  pasted,
  progress,
  onProgress,
  protection,
}: ConnectFormProps) {
  const { welcome: t, gateway } = useStrings();
  const recognized = useMemo(() => fieldsFrom(found), [found]);
  /** What the user changed of it. */
  const [edits, setEdits] = useState<Partial<ConnectionFields>>({});
  /** Other prefixes, for the URL with which they were tried. */
  const [place, setPlace] = useState<{ of: string | null; fields: Place } | null>(null);
  const fields = { ...recognized, ...edits, ...(place?.of === found.address && place.fields) };
  const [alias, setAlias] = useState('');
  const [isWide, setWide] = useState(false);
  const checked = checkFields(fields);
  const { base } = checked;
  const edit = (next: ConnectionFields) => {
    const { address: _pasted, prefixes: _said, query: _kept, ...others } = next;
    setEdits(others);
  };
  const reopen = () => progress.state !== 'open' && onProgress({ ...progress, state: 'open' });
  const change = (next: Found) => {
    reopen();
    onFound(next);
  };

  const connect = useAction(async (given: string, change: Partial<ConnectionFields>) => {
    const draft = draftOf({ ...fields, ...change }, progress.connectionId);
    const connection = await client.connections.save(draft);
    const connectionId = connection.id;
    let saved: Progress = { ...progress, connectionId, state: 'listing' };
    onProgress(saved);
    if (given) {
      const named = alias.trim() || pasted.current.alias || gateway.firstAlias;
      const replaced = progress.keyId === undefined ? {} : { id: progress.keyId };
      const { id: keyId } = await client.keys.put({ ...replaced, connectionId, alias: named, secret: given });
      saved = { ...saved, keyId };
      onProgress(saved);
    }
    const { others } = pasted.current;
    for (let next = others[0]; next; next = others[0]) {
      await client.keys.put({ connectionId, alias: next.alias, secret: next.secret });
      others.shift();
    }
    await Promise.all(['connections', 'keys'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));
    chooseConnection(connectionId);
    if (found.model) rememberModel('chat', connectionId, found.model);
    const list = await refreshModels(connectionId);
    const isRefused = list.models.length === 0 && list.failures.length > 0;
    onProgress({ ...saved, state: isRefused ? 'failed' : 'done' });
    return list;
  });
  const [refusal, setRefusal] = useState<Failure | null>(null);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!checked.isSavable || connect.busy) return;
    await connectWith({});
  };
  const connectWith = async (change: Partial<ConnectionFields>) => {
    if (change.keyHeader) setEdits({ ...edits, keyHeader: change.keyHeader });
    const given = secret.current?.take().trim() ?? '';
    onFound({ ...found, keyLength: null, moreKeys: 0 });
    setRefusal(null);
    const list = await connect.run(given, change);
    if (!list) return;
    const isRefused = list.models.length === 0 && list.failures.length > 0;
    setRefusal(isRefused ? (list.failures[0] ?? null) : null);
    if (!isRefused) announce(t.listed(list.models.length));
  };

  const isStart = base.base === '' && found.keyLength === null && progress.connectionId === undefined;
  const isDone = progress.state === 'done';
  const failure = connect.failure ?? (progress.state === 'failed' ? refusal : null);
  const compatible = otherPrefix(base.prefixes.compatible);
  // A gateway that has no list there may have its routes without a version, or the other way round.
  const otherPlace =
    progress.state === 'failed' && compatible !== null && failure && missesRoute.has(failure.code)
      ? [
          {
            label: compatible === '' ? t.withoutVersion(base.prefixes.compatible) : t.withVersion(compatible),
            onSelect() {
              const { address, prefixes, query } = withPrefixes(fields, { ...base.prefixes, compatible });
              setPlace({ of: found.address, fields: { address, prefixes, query } });
              void connectWith({ address, prefixes, query });
            },
          },
        ]
      : [];
  return (
    <>
      <form autoComplete="off" onSubmit={(event) => void onSubmit(event)}>
        <h1>{t.title}</h1>
        <p className={s.lead}>{t.lead}</p>
        <PasteField
          found={found}
          onFound={change}
          onPasted={(text) => {
            reopen();
            onPasted(text);
          }}
          onKeyMissing={() => secret.current?.focus()}
          hasKey={found.keyLength !== null || progress.keyId !== undefined}
          onClear={() => {
            secret.current?.take();
            pasted.current = noPastedKeys;
            setEdits({});
            change(nothingFound);
          }}
        />
        {!isDone && (
          <ComposedAddresses
            address={found.address}
            base={base}
            gateway={checked.gateway}
            isAccepted={!checked.needsConsent}
            onAccept={(isAccepted) => setEdits({ ...edits, acceptedOrigin: isAccepted ? base.origin : null })}
          />
        )}
        <div className={s.fields} hidden={isStart || isDone}>
          <div className={s.two}>
            <SecretField
              label={gateway.secret}
              hint={progress.keyId ? t.keyKept : t.where[protection]}
              ref={secret}
              onTyped={(typed) => onFound({ ...found, keyLength: typed.length || null })}
            />
            <Field label={gateway.name}>
              <TextField
                value={fields.name}
                onValueChange={(name) => setEdits({ ...edits, name })}
                maxLength={120}
                placeholder={gateway.nameHint}
              />
            </Field>
          </div>
          {isWide && (
            <div className={s.more}>
              <Field label={gateway.keyAlias} layout="row" hint={t.keyAliasHint}>
                <TextField value={alias} onValueChange={setAlias} maxLength={80} placeholder={gateway.firstAlias} />
              </Field>
              <ConnectionTraits fields={fields} checked={checked} onChange={edit} />
              <ConnectionHeaders fields={fields} checked={checked} onChange={edit} />
            </div>
          )}
          <div className={s.actions}>
            <Button
              type="submit"
              intent="primary"
              size="lg"
              busy={connect.busy}
              disabledReason={base.base === '' ? t.needAddress : checked.isSavable ? undefined : gateway.notSavable}
            >
              {connect.busy ? t.connecting : t.connect}
            </Button>
            {progress.state === 'failed' && (
              <Button size="lg" onClick={() => goTo('chat')}>
                {t.openAnyway}
              </Button>
            )}
            <span />
            <Button
              intent="quiet"
              icon={<Icon of={SlidersHorizontal} size="s" />}
              aria-expanded={isWide}
              onClick={() => setWide(!isWide)}
            >
              {t.more}
            </Button>
          </div>
        </div>
      </form>
      {failure && (
        <IntoView className={s.refused}>
          <FailureCard
            failure={failure}
            actions={otherPlace}
            onSendKeyAs={(keyHeader) => void connectWith({ keyHeader })}
            level={2}
          />
        </IntoView>
      )}
      {progress.connectionId !== undefined && progress.state !== 'open' && (
        <Listed
          connectionId={progress.connectionId}
          {...(progress.keyId ? { keyId: progress.keyId } : {})}
          state={progress.state}
          onEdit={reopen}
        />
      )}
    </>
  );
}

const missesRoute: ReadonlySet<Failure['code']> = new Set(['route-absent', 'not-found', 'not-json', 'wrong-type']);

/** Returns the prefix to try where a gateway has no routes: without the usual version, or with it. */
const otherPrefix = (prefix: string): string | null =>
  prefix === usualPrefixes.compatible ? '' : prefix === '' ? usualPrefixes.compatible : null;
