import { useState } from 'react';
import type { BackupSource, BackupState } from '#shared/contract/backups.ts';
import { client } from '../../lib/client/client.ts';
import { putResult, useCall } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { admitFile, chooseFiles, saveFile } from '../../lib/files/files.ts';
import { formatBytes } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { IntoView } from '../../ui/layout/into-view.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import s from './settings.module.css';

/** An action that needs confirmation. */
type Confirmation =
  | { act: 'restore'; title: string; source: () => Promise<BackupSource> }
  | { act: 'remove'; title: string; id: string };

/** Backups of all data: create one, restore one, and those that Patchbay created or quarantined automatically. */
export function BackupsSection() {
  const t = useStrings().settings.backups;
  const { formatWhen } = useDates();
  const { data: state } = useCall('backups', 'state', {});
  const [confirming, setConfirming] = useState<Confirmation | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const make = useAction(async () => setSaved(await saveFile(await client.backups.make({}))));
  const [hasAsked, setHasAsked] = useState(false);
  const change = useAction(async (ask: () => Promise<BackupState>) => putResult('backups', 'state', {}, await ask()));
  if (!state) return null;

  const askForFile = async () => {
    const [file] = await chooseFiles({ accept: '.tar', multiple: false });
    if (file)
      setConfirming({
        act: 'restore',
        title: t.askFile(file.name),
        source: async () => ({ kind: 'file', id: (await admitFile(file)).id }),
      });
  };
  const askFor = (source: BackupSource, at: number) =>
    setConfirming({ act: 'restore', title: t.ask(formatWhen(at)), source: async () => source });
  const confirm = () => {
    setConfirming(null);
    setHasAsked(true);
    if (confirming?.act === 'remove') void change.run(() => client.backups.removeAside({ id: confirming.id }));
    if (confirming?.act === 'restore')
      void change.run(async () => client.backups.restore({ from: await confirming.source() }));
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
  const staged = state.staged !== null && (
    <Note
      intent="warn"
      action={<Button onClick={() => void change.run(() => client.backups.cancelRestore({}))}>{t.unstage}</Button>}
    >
      {t.staged(formatWhen(state.staged))}
      {state.stagedFrom !== null && ` ${t.stagedFrom[state.stagedFrom]}`}
    </Note>
  );
  return (
    <section id="setting-backups" tabIndex={-1} className={s.block}>
      <div className={layout.row}>
        <h2>{t.title}</h2>
        <span className="space" />
        <Button busy={change.busy} disabled={!state.canRestore} onClick={() => void askForFile()}>
          {t.restoreFile}
        </Button>
        <Button intent="primary" busy={make.busy} onClick={() => void make.run()}>
          {t.make}
        </Button>
      </div>
      <p className={s.about}>{t.about}</p>
      {saved !== null && (
        <IntoView>
          <p className={s.quiet} role="status">
            {t.made(saved)}
          </p>
        </IntoView>
      )}
      {!state.canRestore && <Note intent="warn">{t.notSaving}</Note>}
      {make.failure && (
        <IntoView>
          <FailureCard failure={make.failure} />
        </IntoView>
      )}
      {change.failure && (
        <IntoView>
          <FailureCard failure={change.failure} />
        </IntoView>
      )}
      {state.staged !== null && (hasAsked ? <IntoView>{staged}</IntoView> : staged)}
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
          onRemove={({ id }) => setConfirming({ act: 'remove', title: t.removeAsk, id })}
        />
      )}
      <ConfirmDialog
        open={confirming !== null}
        onOpenChange={(open) => !open && setConfirming(null)}
        title={confirming?.title ?? ''}
        body={confirming?.act === 'remove' ? t.removeBody : t.askBody}
        confirmLabel={confirming?.act === 'remove' ? t.remove : t.askConfirm}
        cancelLabel={confirming?.act === 'remove' ? t.removeCancel : t.askCancel}
        intent={confirming?.act === 'remove' ? 'danger' : 'primary'}
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
  /** Why it exists, where that differs between rows. */
  label: string | null;
  /** False for a backup known to be damaged: it is kept for users who can still recover something from it. */
  isRestorable: boolean;
}

interface BackupRowsProps {
  title: string;
  rows: readonly BackupRow[];
  /** Shown instead of rows when there are none. */
  empty?: string;
  /** `null` where nothing can be restored. */
  onRestore: ((row: BackupRow) => void) | null;
  onRemove?: (row: BackupRow) => void;
}

/** A short list of backups with their actions. */
function BackupRows({ title, rows, empty, onRestore, onRemove }: BackupRowsProps) {
  const t = useStrings().settings.backups;
  const { formatWhen } = useDates();
  return (
    <div className={layout.stackTight}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className={s.quiet}>{empty}</p>}
      {rows.length > 0 && (
        <ul className={s.backupRows} aria-label={title}>
          {rows.map((row) => (
            <li key={row.id} className={s.backup}>
              <span>{formatWhen(row.at)}</span>
              <span className={s.quiet}>{formatBytes(row.sizeBytes)}</span>
              {row.label !== null && <span className={s.quiet}>{row.label}</span>}
              <span className="space" />
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
