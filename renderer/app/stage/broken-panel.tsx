import { useStore } from 'zustand';
import { useStrings } from '../../lib/i18n/strings.ts';
import { copyText } from '../../ui/controls/copy-text.ts';
import f from '../frame/frame.module.css';
import { Glyph } from '../glyph.tsx';
import { missingParts } from '../missing-parts.ts';
import s from './broken-panel.module.css';

export interface Broken {
  error: Error;
  /** The components around the one that failed. */
  where: string;
}

interface BrokenPanelProps extends Broken {
  panel: string;
  onRetry: () => void;
}

/** Says that a panel has failed, with what a report of it needs. */
export function BrokenPanel({ panel, error, where, onRetry }: BrokenPanelProps) {
  const t = useStrings().frame.broken;
  const isMissing = useStore(missingParts, ({ any }) => any);
  const report = [`${panel}: ${error.message}`, error.stack ?? '', where].join('\n\n');
  return (
    <main className={f.work}>
      <section className={s.card} role="alert">
        <h1 className={s.title}>
          <Glyph name="warning" />
          {t.title}
        </h1>
        <p>{t.body}</p>
        <pre className={s.error}>{error.message}</pre>
        <div className={s.actions}>
          <button type="button" className={s.primary} onClick={isMissing ? () => location.reload() : onRetry}>
            {isMissing ? t.reload : t.retry}
          </button>
          <button type="button" className={s.plain} onClick={() => void copyText(report)}>
            {t.copy}
          </button>
        </div>
      </section>
    </main>
  );
}
