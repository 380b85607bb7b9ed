import { useState } from 'react';
import type { BackupSource, BackupState } from '#shared/contract/backups.ts';
import { client } from '../../lib/client/client.ts';
import { putResult, useCall } from '../../lib/client/query.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { admitFile, chooseFiles, saveFile } from '../../lib/files/files.ts';
import { formatBytes } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { useAction } from '../../lib/page/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import s from './settings.module.css';

/** What the person is asked before it is done. */
type Asked =
  | { act: 'restore'; title: string; source: () => Promise<BackupSource> }
  | { act: 'remove'; title: string; id: string };

/** Backups of everything that is kept: make one, restore one, and those that Patchbay made or put aside by itself. */
export function BackupsSection() {
  const t = useStrings().settings.backups;
  const { formatWhen } = useDates();
  const { data: state } = useCall('backups', 'state', {});
  const [asked, setAsked] = useState<Asked | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const make = useAction(async () => setSaved(await saveFile(await client.backups.make({}))));
  const change = useAction(async (ask: () => Promise<BackupState>) => putResult('backups', 'state', {}, await ask()));
  if (!state) return null;

  const askForFile = async () => {
    const [file] = await chooseFiles({ accept: '.tar', multiple: false });
    if (file)
      setAsked({
        act: 'restore',
        title: t.askFile(file.name),
        source: async () => ({ kind: 'file', id: (await admitFile(file)).id }),
      });
  };
  const askFor = (source: BackupSource, at: number) =>
    setAsked({ act: 'restore', title: t.ask(formatWhen(at)), source: async () => source });
  const confirm = () => {
    setAsked(null);
    if (asked?.act === 'remove') void change.run(() => client.backups.removeAside({ id: asked.id }));
    if (asked?.act === 'restore') void change.run(async () => client.backups.restore({ from: await asked.source() }));
  };
  const automatic = state.automatic.map(
    ({ id, madeAt, sizeBytes }): BackupRow => ({ id, at: madeAt, sizeBytes, label: null, isRestorable: true }),
  );
  const aside = state.aside.map(
    ({ id, at, sizeBytes, reason }): BackupRow => ({
      id,
      at,
      sizeBytes,
      label: t.reasons[reason],
      isRestorable: reason === 'restored',
    }),
  );
  return (
    <section className={s.block}>
      <div className={s.blockHead}>
        <h2>{t.title}</h2>
        <span className={s.space} />
        <Button busy={change.busy} disabled={!state.canRestore} onClick={() => void askForFile()}>
          {t.restoreFile}
        </Button>
        <Button intent="primary" busy={make.busy} onClick={() => void make.run()}>
          {t.make}
        </Button>
      </div>
      <p className={s.about}>{t.about}</p>
      {saved !== null && (
        <p className={s.quiet} role="status">
          {t.made(saved)}
        </p>
      )}
      {!state.canRestore && <Note intent="warn">{t.notSaving}</Note>}
      {make.failure && <FailureCard failure={make.failure} />}
      {change.failure && <FailureCard failure={change.failure} />}
      {state.staged !== null && (
        <Note
          intent="warn"
          action={<Button onClick={() => void change.run(() => client.backups.cancelRestore({}))}>{t.unstage}</Button>}
        >
          {t.staged(formatWhen(state.staged))}
        </Note>
      )}
      <BackupRows
        title={t.automatic}
        empty={t.none}
        rows={automatic}
        onRestore={state.canRestore ? ({ id, at }) => askFor({ kind: 'automatic', id }, at) : null}
      />
      {aside.length > 0 && (
        <BackupRows
          title={t.aside}
          rows={aside}
          onRestore={state.canRestore ? ({ id, at }) => askFor({ kind: 'aside', id }, at) : null}
          onRemove={({ id }) => setAsked({ act: 'remove', title: t.removeAsk, id })}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={asked?.title ?? ''}
        body={asked?.act === 'remove' ? t.removeBody : t.askBody}
        confirmLabel={asked?.act === 'remove' ? t.remove : t.askConfirm}
        cancelLabel={asked?.act === 'remove' ? t.removeCancel : t.askCancel}
        intent={asked?.act === 'remove' ? 'danger' : 'primary'}
        onConfirm={confirm}
      />
    </section>
  );
}

interface BackupRow {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  sizeBytes: number;
  /** Why it is there, where that is not the same for all rows. */
  label: string | null;
  /** False for what is known to be no good: it is kept for whoever can still read something of it. */
  isRestorable: boolean;
}

interface BackupRowsProps {
  title: string;
  rows: readonly BackupRow[];
  /** Said in place of rows when there are none. */
  empty?: string;
  /** `null` where nothing can be restored. */
  onRestore: ((row: BackupRow) => void) | null;
  onRemove?: (row: BackupRow) => void;
}

/** A short list of backups with what can be done with each. */
function BackupRows({ title, rows, empty, onRestore, onRemove }: BackupRowsProps) {
  const t = useStrings().settings.backups;
  const { formatWhen } = useDates();
  return (
    <div className={s.backups}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className={s.quiet}>{empty}</p>}
      {rows.length > 0 && (
        <ul className={s.backupRows} aria-label={title}>
          {rows.map((row) => (
            <li key={row.id} className={s.backup}>
              <span>{formatWhen(row.at)}</span>
              <span className={s.quiet}>{formatBytes(row.sizeBytes)}</span>
              {row.label !== null && <span className={s.quiet}>{row.label}</span>}
              <span className={s.space} />
              {onRemove && (
                <Button size="sm" aria-label={t.removeOf(formatWhen(row.at))} onClick={() => onRemove(row)}>
                  {t.remove}
                </Button>
              )}
              {row.isRestorable && (
                <Button
                  size="sm"
                  disabled={onRestore === null}
                  aria-label={t.restoreOf(formatWhen(row.at))}
                  onClick={() => onRestore?.(row)}
                >
                  {t.restore}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
