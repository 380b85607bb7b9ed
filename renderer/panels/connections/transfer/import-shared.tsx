import { useRef, useState } from 'react';
import { riskyParts } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SecretField, type SecretHandle } from '../../../ui/fields/secret-field.tsx';
import s from '../connections.module.css';
import { showImported } from '../selection.ts';
import { Candidate } from './candidate.tsx';

/** Imports a file that Patchbay wrote: its connections directly, its keys with the passphrase they were encrypted with. */
export function ImportShared({ fileId, onBack, onDone }: { fileId: string; onBack: () => void; onDone: () => void }) {
  const t = useStrings().connections;
  const preview = useCall('connections', 'importPreview', { fileId });
  const [unticked, setUnticked] = useState<ReadonlySet<string> | null>(null);
  /** What can read keys is imported only when it is ticked: entry and part. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [withKeys, setWithKeys] = useState(true);
  const [isFilled, setFilled] = useState(false);
  const passphrase = useRef<SecretHandle>(null);
  const all = preview.data ?? [];
  const left = unticked ?? new Set(all.filter(({ sameAs }) => sameAs !== null).map(({ ref }) => ref));
  const chosen = all.filter(({ ref, problem }) => !left.has(ref) && problem === null);
  const sealed = chosen.reduce((count, { keys }) => count + keys.length, 0);
  const needsPassphrase = withKeys && sealed > 0;
  const take = useAction(async () => {
    const given = needsPassphrase ? passphrase.current?.take() : undefined;
    const taken = await client.connections.importChosen({
      fileId,
      refs: chosen.map(({ ref }) => ref),
      without: chosen.map(({ ref }) => ({ ref, parts: riskyParts.filter((part) => !accepted.has(`${ref} ${part}`)) })),
      ...(given ? { passphrase: given } : {}),
    });
    await showImported(taken.connections[0]?.id);
    announce(t.taken(taken.connections.length, taken.keys));
    onDone();
  });
  const accept = (id: string, isOn: boolean) => {
    const next = new Set(accepted);
    if (isOn) next.add(id);
    else next.delete(id);
    setAccepted(next);
  };
  const turn = (ref: string, isOn: boolean) => {
    const next = new Set(left);
    if (isOn) next.delete(ref);
    else next.add(ref);
    setUnticked(next);
  };
  return (
    <form
      className={s.importAsk}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void take.run();
      }}
    >
      {preview.isPending && <Skeleton lines={[60, 80, 40]} />}
      {preview.error && <FailureCard failure={preview.error.failure} />}
      {preview.data && (
        <ul className={s.found} aria-label={t.foundConnections}>
          {all.map((candidate) => (
            <Candidate
              key={candidate.ref}
              candidate={candidate}
              isTicked={!left.has(candidate.ref)}
              onTurn={(isOn) => turn(candidate.ref, isOn)}
              isAccepted={(part) => accepted.has(`${candidate.ref} ${part}`)}
              onAccept={(part, isOn) => accept(`${candidate.ref} ${part}`, isOn)}
            />
          ))}
        </ul>
      )}
      {sealed > 0 && (
        <>
          <Tick checked={withKeys} onCheckedChange={setWithKeys} label={t.takeKeys(sealed)} />
          {withKeys && (
            <SecretField
              label={t.passphrase}
              hint={t.passphraseOfFile}
              ref={passphrase}
              onFilledChange={setFilled}
              maxLength={1024}
            />
          )}
        </>
      )}
      {take.failure && <FailureCard failure={take.failure} />}
      <div className={s.dialogActs}>
        <Button intent="quiet" onClick={onBack}>
          {t.back}
        </Button>
        <Button
          type="submit"
          intent="primary"
          busy={take.busy}
          disabledReason={
            chosen.length === 0 ? t.tickOne : needsPassphrase && !isFilled ? t.passphraseNeeded : undefined
          }
        >
          {t.takeOver(chosen.length)}
        </Button>
      </div>
    </form>
  );
}
