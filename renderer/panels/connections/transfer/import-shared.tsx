import { useRef, useState } from 'react';
import { type ImportCandidate, type ImportPart, type RiskyPart, riskyParts } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreText, FailureText } from '../../../lib/failures/failure-text.tsx';
import { EnvironmentBadge } from '../../../lib/gateway/connections/environment-badge.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SecretField, type SecretHandle } from '../../../ui/fields/secret-field.tsx';
import s from '../connections.module.css';
import { showImported } from '../selection.ts';

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

interface CandidateProps {
  candidate: ImportCandidate;
  isTicked: boolean;
  onTurn: (isOn: boolean) => void;
  isAccepted: (part: RiskyPart) => boolean;
  onAccept: (part: RiskyPart, isOn: boolean) => void;
}

/** One connection of a file, with everything that it would set. What can read keys has a tick of its own. */
function Candidate({ candidate, isTicked, onTurn, isAccepted, onAccept }: CandidateProps) {
  const { connections: t, pieces } = useStrings();
  const { name, baseAddress, colour, headers, keys, sameAs, parts, notes, problem } = candidate;
  const bound = [...new Set(keys.map(({ origin }) => origin))];
  return (
    <li className={s.foundBlock}>
      <div className={s.foundRow}>
        <Tick
          checked={isTicked && problem === null}
          disabled={problem !== null}
          onCheckedChange={onTurn}
          label={<b>{name}</b>}
        />
        <EnvironmentBadge colour={colour} />
        {sameAs && <Badge intent="warn">{t.alreadyHere}</Badge>}
      </div>
      <span className="mono-s cut-text">{baseAddress}</span>
      {headers.length > 0 && <span className={s.quiet}>{t.withHeaders(pieces.list(headers))}</span>}
      {keys.length > 0 && (
        <span className={s.quiet}>
          {t.sealedKeys(
            pieces.list(keys.map(({ alias, fingerprint }) => `${alias} (${fingerprint})`)),
            pieces.list(bound),
          )}
        </span>
      )}
      {parts.map((part) => (
        <Part
          key={`${part.kind} ${part.value}`}
          part={part}
          isAccepted={isAccepted}
          onAccept={isTicked ? onAccept : undefined}
        />
      ))}
      {notes.map((note) => (
        <span key={note} className={s.quiet}>
          <CoreText>{note}</CoreText>
        </span>
      ))}
      {problem && (
        <span className={s.bad}>
          <FailureText failure={problem} alone brief />
        </span>
      )}
    </li>
  );
}

interface PartProps {
  part: ImportPart;
  isAccepted: (part: RiskyPart) => boolean;
  /** Absent while its connection is not imported. */
  onAccept: ((part: RiskyPart, isOn: boolean) => void) | undefined;
}

function Part({ part: { kind, value, certificates }, isAccepted, onAccept }: PartProps) {
  const { connections: t } = useStrings();
  const risky = riskyParts.find((part) => part === kind);
  const label = t.importParts[kind](value);
  return (
    <>
      {risky ? (
        <Tick
          checked={onAccept !== undefined && isAccepted(risky)}
          disabled={!onAccept}
          onCheckedChange={(isOn) => onAccept?.(risky, isOn)}
          label={label}
        />
      ) : (
        <span className={s.quiet}>{label}</span>
      )}
      {certificates.map(({ subject, fingerprint }) => (
        <span key={fingerprint} className={s.quiet}>
          {subject} <span className="mono-s">SHA-256 {fingerprint}</span>
        </span>
      ))}
      {risky && <span className={s.quiet}>{t.importRisks[risky]}</span>}
    </>
  );
}
