import { ClipboardPaste, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { useHostInfo } from '../../../lib/client/host-info.ts';
import { askKey, queryClient, useCall } from '../../../lib/client/query.ts';
import { KeyForm } from '../../../lib/gateway/connections/key-form.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import s from '../connections.module.css';
import { checkKey } from './check-key.ts';
import { KeyDialogs, type KeyQuestion } from './key-dialogs.tsx';
import { KeyTable } from './key-table.tsx';
import { PasteKeys } from './paste-keys.tsx';

/** What is open below the table: one key to enter or replace, or many to paste. */
type Entry = { kind: 'one'; replaces?: KeyStatus } | { kind: 'many' } | null;

/** The keys of a connection: name, fingerprint, what they proved, when they were used. No key is ever shown. */
export function KeySection({ connection }: { connection: Connection }) {
  const t = useStrings().connections;
  const info = useHostInfo();
  const [entry, setEntry] = useState<Entry>(null);
  const [question, setQuestion] = useState<KeyQuestion | null>(null);
  const { data } = useCall('keys', 'status', { connectionId: connection.id });
  const keys = data ?? [];
  const protection = keys[0]?.protection ?? info?.protection;
  useFreshUse(connection.id);
  return (
    <section className={s.block}>
      <div className={s.blockHead}>
        <h2>{t.keys}</h2>
        {protection && <span className={s.quiet}>{t.keysKept[protection]}</span>}
        <span className={s.space} />
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={ClipboardPaste} size="s" />}
          onClick={() => setEntry({ kind: 'many' })}
        >
          {t.pasteKeys}
        </Button>
        <Button size="sm" icon={<Icon of={Plus} size="s" />} onClick={() => setEntry({ kind: 'one' })}>
          {t.addKey}
        </Button>
      </div>
      {data && (
        <KeyTable
          keys={data}
          onReplace={(key) => setEntry({ kind: 'one', replaces: key })}
          onAsk={(ask, key) => setQuestion({ ask, key })}
        />
      )}
      <KeyTrouble keys={keys} onEnterAgain={(key) => setEntry({ kind: 'one', replaces: key })} />
      {entry?.kind === 'one' && (
        <KeyForm
          key={entry.replaces?.id ?? 'new'}
          connectionId={connection.id}
          replaces={entry.replaces}
          onDone={(keyId) => {
            setEntry(null);
            void checkKey(connection.id, keyId);
          }}
          onCancel={() => setEntry(null)}
        />
      )}
      {entry?.kind === 'many' && <PasteKeys connectionId={connection.id} onDone={() => setEntry(null)} />}
      <KeyDialogs question={question} onClose={() => setQuestion(null)} />
    </section>
  );
}

/** When a key was used changes with every exchange and is told by none: it is asked for again when the light moves. */
function useFreshUse(connectionId: string): void {
  const lights = useCall('connections', 'lights', {});
  const lastAt = lights.data?.find((light) => light.connectionId === connectionId)?.lastAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer exchange is the occasion
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: askKey('keys', 'status', { connectionId }) });
  }, [connectionId, lastAt]);
}

interface KeyTroubleProps {
  keys: readonly KeyStatus[];
  onEnterAgain: (key: KeyStatus) => void;
}

/** Why keys can not be used, once for all that share a cause; they are entered again one after the other. */
function KeyTrouble({ keys, onEnterAgain }: KeyTroubleProps) {
  const t = useStrings().connections;
  return (
    <>
      {(['other-origin', 'enter-again'] as const).map((state) => {
        const alike = keys.filter((key) => key.state === state);
        const [first] = alike;
        if (!first) return null;
        const cause = state === 'enter-again' ? t.keyGone[first.protection] : t.keyElsewhere;
        return (
          <div key={state} className={s.keyTrouble}>
            <Note
              intent="warn"
              action={
                <Button size="sm" onClick={() => onEnterAgain(first)}>
                  {alike.length === 1 ? t.enterKeyAgain : t.enterFirstAgain(first.alias)}
                </Button>
              }
            >
              {alike.map(({ alias }) => alias).join(', ')}: {cause}
            </Note>
          </div>
        );
      })}
    </>
  );
}
