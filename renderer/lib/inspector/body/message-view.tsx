import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { useStrings } from '../../i18n/strings.ts';
import s from './message-view.module.css';

export interface MessageViewProps {
  /** Request line or status line. */
  line: ReactNode;
  /** In the order of the wire, duplicates kept. */
  headers: readonly (readonly [name: string, value: string])[];
  /** What stands above the head: a problem, a note. */
  notice?: ReactNode;
  bodyTitle: ReactNode;
  bodyActions?: ReactNode;
  children: ReactNode;
}

/** One HTTP message: its head at the left, its body at the right. */
export function MessageView({ line, headers, notice, bodyTitle, bodyActions, children }: MessageViewProps) {
  const t = useStrings().wire;
  const headText = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <div className={s.message}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={s.head} aria-label={t.head} tabIndex={0}>
        {notice}
        <div className={s.line}>{line}</div>
        <div className={s.caption}>
          <h3>{t.headers(headers.length)}</h3>
          <CopyButton text={headText} labels={{ copy: t.copyHeaders, copied: t.copied, failed: t.copyFailed }} />
        </div>
        <dl className={s.headers}>
          {headers.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two headers may be wholly equal
            <div key={index} className={s.header}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={s.body}>
        <div className={s.caption}>
          <h3>{bodyTitle}</h3>
          <span className={s.actions}>{bodyActions}</span>
        </div>
        {children}
      </div>
    </div>
  );
}
