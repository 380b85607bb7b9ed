import { formatBytes } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { Button } from '../../ui/controls/button.tsx';
import s from './settings.module.css';

export interface BackupRow {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  sizeBytes: number;
  /** Why it is there, where that is not the same for all rows. */
  label: string | null;
  /** False for what is known to be no good: it is kept for whoever can still read something of it. */
  isRestorable: boolean;
}

export interface BackupRowsProps {
  title: string;
  rows: readonly BackupRow[];
  /** Said in place of rows when there are none. */
  empty?: string;
  /** `null` where nothing can be restored. */
  onRestore: ((row: BackupRow) => void) | null;
  onRemove?: (row: BackupRow) => void;
}

/** A short list of backups with what can be done with each. */
export function BackupRows({ title, rows, empty, onRestore, onRemove }: BackupRowsProps) {
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
