import { ClipboardPaste, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { client } from '../../../lib/client/client.ts';
import { askKey, queryClient, useCall, useHostInfo } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { forgetKeyCheck } from '../../../lib/gateway/connections/key-checks.ts';
import { KeyForm } from '../../../lib/gateway/connections/key-form.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import s from '../connections.module.css';
import { checkKey } from './check-key.ts';
import { KeyBalances } from './key-balances.tsx';
import { type KeyQuestion, KeyTable } from './key-table.tsx';
import { PasteKeys } from './paste-keys.tsx';

/** What is open below the table: one key to enter or replace, or several to paste. */
type Entry = { kind: 'one'; replaces?: KeyStatus } | { kind: 'many' } | null;

/** The keys of a connection: name, fingerprint, last result, last use. No key is ever shown. */
export function KeySection({ connection }: { connection: Connection }) {
  const t = useStrings().connections;
  const info = useHostInfo();
  const [entry, setEntry] = useState<Entry>(null);
  const [question, setQuestion] = useState<KeyQuestion | null>(null);
  const { data } = useCall('keys', 'status', { connectionId: connection.id });
  const keys = data ?? [];
  const protection = keys[0]?.protection ?? info?.protection;
  useFreshLastUse(connection.id);
  return (
    <section className={s.block}>
      <div className={s.blockHead}>
        <h2>{t.keys}</h2>
        {protection && <span className={s.quiet}>{t.keysKept[protection]}</span>}
        <span className="space" />
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
      <KeyBalances keys={keys} />
      <KeyTrouble
        keys={keys}
        here={connection.origin}
        onEnterAgain={(key) => setEntry({ kind: 'one', replaces: key })}
      />
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

/**
 * The last use of a key changes with every exchange without a change event, so it is read again when the connection's
 * light changes.
 */
function useFreshLastUse(connectionId: string): void {
  const lights = useCall('connections', 'lights', {});
  const lastAt = lights.data?.find((light) => light.connectionId === connectionId)?.lastAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there is a newer exchange
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: askKey('keys', 'status', { connectionId }) });
  }, [connectionId, lastAt]);
}

interface KeyTroubleProps {
  keys: readonly KeyStatus[];
  /** The origin that the connection leads to. */
  here: string;
  onEnterAgain: (key: KeyStatus) => void;
}

const troubles = [
  { state: 'other-origin', reason: undefined },
  { state: 'enter-again', reason: 'not-bound' },
  { state: 'enter-again', reason: 'changed' },
  { state: 'enter-again', reason: undefined },
] as const;

/** Why keys cannot be used, once for all with the same cause; they are entered again one after the other. */
function KeyTrouble({ keys, here, onEnterAgain }: KeyTroubleProps) {
  const { connections: t, pieces } = useStrings();
  const sentenceOf = ({ state, reason, origin, protection }: KeyStatus, names: string): string => {
    if (state === 'other-origin') return origin === here ? t.keyOtherPath(names) : t.keyElsewhere(names, origin, here);
    return reason ? t.keyUntrusted[reason](names, here) : t.keyGone[protection](names);
  };
  return (
    <>
      {troubles.map(({ state, reason }) => {
        const alike = keys.filter((key) => key.state === state && key.reason === reason);
        const [first] = alike;
        if (!first) return null;
        return (
          <div key={`${state} ${reason}`} className={s.keyTrouble}>
            <Note
              intent="warn"
              action={
                <Button size="sm" onClick={() => onEnterAgain(first)}>
                  {alike.length === 1 ? t.enterKeyAgain : t.enterFirstAgain(first.alias)}
                </Button>
              }
            >
              {sentenceOf(first, pieces.list(alike.map(({ alias }) => alias)))}
            </Note>
          </div>
        );
      })}
    </>
  );
}

/** The dialogs to rename a key and to confirm its deletion. */
function KeyDialogs({ question, onClose }: { question: KeyQuestion | null; onClose: () => void }) {
  const t = useStrings().connections;
  const forget = async (key: KeyStatus) => {
    try {
      await client.keys.forget({ id: key.id });
      forgetKeyCheck(key.id);
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <>
      {question?.ask === 'rename' && <RenameDialog keyStatus={question.key} onClose={onClose} />}
      <ConfirmDialog
        open={question?.ask === 'forget'}
        onOpenChange={(open) => !open && onClose()}
        title={t.forgetTitle(question?.key.alias ?? '')}
        body={t.forgetBody}
        confirmLabel={t.forget}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => question && void forget(question.key)}
      />
    </>
  );
}

function RenameDialog({ keyStatus, onClose }: { keyStatus: KeyStatus; onClose: () => void }) {
  const { connections: t, gateway } = useStrings();
  const [alias, setAlias] = useState(keyStatus.alias);
  const rename = useAction(async () => {
    await client.keys.rename({ id: keyStatus.id, alias: alias.trim() });
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.renameTitle}
      size="sm"
      closeLabel={t.cancel}
      footer={
        <Button intent="primary" busy={rename.busy} disabled={alias.trim() === ''} onClick={() => void rename.run()}>
          {t.rename}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (alias.trim()) void rename.run();
        }}
      >
        <Field label={gateway.keyAlias}>
          <TextField value={alias} onValueChange={setAlias} maxLength={80} />
        </Field>
      </form>
      {rename.failure && <FailureCard failure={rename.failure} />}
    </Dialog>
  );
}
