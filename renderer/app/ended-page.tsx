import { useEffect, useRef } from 'react';
import { connection, useRpcConnection } from '../lib/client/client.ts';
import { useStrings } from '../lib/i18n/strings.ts';
import { Mark } from '../ui/base/mark.tsx';
import s from './app.module.css';

interface EndedPageProps {
  status: 'refused' | 'ended' | 'full';
  /** Shows the frame underneath; `null` when there is none. */
  onLook: (() => void) | null;
}

/** Says why this page has no host: it has ended, this link has expired, or all connections are in use. */
export function EndedPage({ status, onLook }: EndedPageProps) {
  const { gone } = useStrings().frame;
  const t = gone[status];
  const failure = useRpcConnection((state) => state.failure);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <main className={s.gone}>
      <section className={s.card} role="alert">
        <Mark size={40} />
        <h1 ref={title} tabIndex={-1}>
          {t.title}
        </h1>
        <p>{t.body}</p>
        <p className={s.hint}>{t.next}</p>
        <p className={s.acts}>
          {status === 'ended' && (
            <button type="button" className={s.retry} onClick={connection.retry}>
              {t.retry}
            </button>
          )}
          {onLook && (
            <button type="button" className={s.look} onClick={onLook}>
              {gone.look}
            </button>
          )}
        </p>
        {failure && status !== 'full' && <p className={s.detail}>{failure.message}</p>}
      </section>
    </main>
  );
}
