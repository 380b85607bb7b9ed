import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../lib/i18n/strings.ts';
import { copyText } from '../../ui/controls/copy-text.ts';
import f from '../frame/frame.module.css';
import { Glyph } from '../glyph.tsx';
import { missingParts } from '../missing-parts.ts';
import s from './panel-boundary.module.css';

/** Contains a panel that throws: the frame stays, and the error can be copied for a report. */
export class PanelBoundary extends Component<{ panel: string; children: ReactNode }, { broken: Broken | null }> {
  override state: { broken: Broken | null } = { broken: null };

  static getDerivedStateFromError(error: unknown) {
    return { broken: { error: error instanceof Error ? error : new Error(String(error)), where: '' } };
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo) {
    this.setState(({ broken }) => ({ broken: broken && { ...broken, where: componentStack ?? '' } }));
  }

  override render() {
    const { broken } = this.state;
    if (!broken) return this.props.children;
    return <BrokenPanel panel={this.props.panel} {...broken} onRetry={() => this.setState({ broken: null })} />;
  }
}

interface Broken {
  error: Error;
  /** The components around the one that failed. */
  where: string;
}

interface BrokenPanelProps extends Broken {
  panel: string;
  onRetry: () => void;
}

/** Says that a panel has failed, with what a report of it needs. */
function BrokenPanel({ panel, error, where, onRetry }: BrokenPanelProps) {
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
