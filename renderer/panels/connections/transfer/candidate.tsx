import { type ImportCandidate, type ImportPart, type RiskyPart, riskyParts } from '#shared/contract/connections.ts';
import { CoreText, FailureText } from '../../../lib/failures/failure-text.tsx';
import { EnvironmentBadge } from '../../../lib/gateway/connections/environment-badge.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import s from '../connections.module.css';

interface CandidateProps {
  candidate: ImportCandidate;
  isTicked: boolean;
  onTurn: (isOn: boolean) => void;
  isAccepted: (part: RiskyPart) => boolean;
  onAccept: (part: RiskyPart, isOn: boolean) => void;
}

/** One connection of a file, with everything that it would set. What can read keys has a tick of its own. */
export function Candidate({ candidate, isTicked, onTurn, isAccepted, onAccept }: CandidateProps) {
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
