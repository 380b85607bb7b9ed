import { useEffect, useRef } from 'react';
import { connection, useRpcConnection } from '../lib/client/client.ts';
import { useStrings } from '../lib/i18n/strings.ts';
import { Mark } from '../ui/base/mark.tsx';
import s from './gone-page.module.css';
import card from './message-card.module.css';

interface GonePageProps {
  status: 'refused' | 'ended' | 'full';
  /** Shows what stands below; `null` when nothing does. */
  onLook: (() => void) | null;
}

/** Says why this page has no host: it has ended, this link has expired, or every place is taken. */
export function GonePage({ status, onLook }: GonePageProps) {
  const { gone } = useStrings().frame;
  const t = gone[status];
  const failure = useRpcConnection((state) => state.failure);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <main className={s.page}>
      <section className={card.card} role="alert">
        <Mark size={40} />
        <h1 ref={title} tabIndex={-1}>
          {t.title}
        </h1>
        <p>{t.body}</p>
        <p className={card.hint}>{t.next}</p>
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
