import { useRef, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { minPassphraseLength, type PassphraseProblem, passphraseProblem } from '#shared/passphrase.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SecretField, type SecretHandle } from '../../../ui/fields/secret-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import s from '../connections.module.css';

interface ExportDialogProps {
  connection: Connection;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Exports connections to a file: without keys, or with keys encrypted with a passphrase. Says where the file was written. */
export function ExportDialog({ connection, open, onOpenChange }: ExportDialogProps) {
  const t = useStrings().connections;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.shareTitle} size="md" closeLabel={t.close}>
      {open && <ExportForm connection={connection} onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

const intents = { short: 'neutral', weak: 'warn', fair: 'neutral', strong: 'ok' } as const;

function ExportForm({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useStrings().connections;
  const { connections } = useActive();
  const keys = useCall('keys', 'status', {}).data ?? [];
  const [ids, setIds] = useState<readonly string[]>([connection.id]);
  const [how, setHow] = useState<'plain' | 'sealed'>('plain');
  const [strength, setStrength] = useState<PassphraseStrength | null>(null);
  const [problem, setProblem] = useState<PassphraseProblem | null>('short');
  const [differs, setDiffers] = useState(false);
  const [writtenTo, setWrittenTo] = useState<string | null>(null);
  const first = useRef<SecretHandle>(null);
  const second = useRef<SecretHandle>(null);
  const count = keys.filter(({ connectionId }) => ids.includes(connectionId)).length;
  const write = useAction(async () => {
    if (how === 'plain') {
      setWrittenTo(await saveFile(await client.connections.exportPlain({ ids: [...ids] })));
      return;
    }
    const passphrase = first.current?.take() ?? '';
    const again = second.current?.take() ?? '';
    setStrength(null);
    setProblem('short');
    setDiffers(passphrase !== again);
    if (passphrase === again) setWrittenTo(await client.connections.exportSealed({ ids: [...ids], passphrase }));
  });
  if (writtenTo !== null)
    return (
      <>
        <div role="status">
          <Note intent="ok">
            {t.writtenTo} <span className={s.path}>{writtenTo}</span>
          </Note>
        </div>
        {how === 'sealed' && <p className={s.quiet}>{t.sendApart}</p>}
        <div className={s.dialogActs}>
          <Button intent="primary" onClick={onClose}>
            {t.done}
          </Button>
        </div>
      </>
    );
  return (
    <form
      className={s.importAsk}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void write.run();
      }}
    >
      <ul className={s.found} aria-label={t.shareWhich}>
        {connections.map(({ id, name, baseAddress }) => (
          <li key={id} className={s.foundRow}>
            <Tick
              checked={ids.includes(id)}
              onCheckedChange={(isOn) => setIds(isOn ? [...ids, id] : ids.filter((other) => other !== id))}
              label={name}
            />
            <span className={`cut-text ${s.foundAddress}`}>{baseAddress}</span>
          </li>
        ))}
      </ul>
      <Segmented
        label={t.shareTitle}
        value={how}
        onValueChange={setHow}
        options={[
          { value: 'plain', label: t.sharePlain },
          { value: 'sealed', label: t.shareSealed },
        ]}
      />
      <p className={s.quiet}>{how === 'plain' ? t.sharePlainAbout : t.shareSealedAbout(count)}</p>
      {how === 'sealed' && (
        <>
          <SecretField
            label={t.passphrase}
            hint={t.passphraseHint(minPassphraseLength)}
            ref={first}
            onTyped={(typed) => {
              setDiffers(false);
              setStrength(typed === '' ? null : strengthOf(typed));
              setProblem(typed === '' ? 'short' : passphraseProblem(typed));
            }}
            maxLength={1024}
          />
          {strength && (
            <Note intent={intents[strength]}>
              <span role="status">
                {problem === null ? t.strengths[strength] : t.passphraseProblems[problem](minPassphraseLength)}
              </span>
            </Note>
          )}
          <SecretField
            label={t.passphraseAgain}
            ref={second}
            {...(differs ? { error: t.passphrasesDiffer } : {})}
            maxLength={1024}
          />
        </>
      )}
      {write.failure && <FailureCard failure={write.failure} />}
      <div className={s.dialogActs}>
        <Button intent="quiet" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          intent="primary"
          busy={write.busy}
          disabledReason={
            ids.length === 0
              ? t.tickOne
              : how === 'sealed' && problem !== null
                ? t.passphraseProblems[problem](minPassphraseLength)
                : undefined
          }
        >
          {t.writeFile}
        </Button>
      </div>
    </form>
  );
}

/**
 * How well a passphrase would protect the keys from someone who has the file. Words, because a number would promise too
 * much.
 */
type PassphraseStrength = 'short' | 'weak' | 'fair' | 'strong';

/** Rates a passphrase by its length and variety; repeated letters and common words count little. */
export function strengthOf(passphrase: string): PassphraseStrength {
  if (passphrase.length < minPassphraseLength) return 'short';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(passphrase)).length;
  const words = passphrase
    .trim()
    .split(/[\s\-_.]+/)
    .filter((word) => word.length > 2).length;
  const different = new Set(passphrase).size;
  const bits = Math.min(passphrase.length, different * 2) * (1.6 + kinds * 0.7) + (words > 3 ? 12 : 0);
  if (passphraseProblem(passphrase) !== null) return 'weak';
  return bits < 36 ? 'weak' : bits < 56 ? 'fair' : 'strong';
}
