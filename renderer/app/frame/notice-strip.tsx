import { useState } from 'react';
import { useStore } from 'zustand';
import { connection, useRpcConnection } from '../../lib/client/client.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Glyph } from '../glyph.tsx';
import { missingParts } from '../missing-parts.ts';
import { BarButton } from './bar-button.tsx';
import s from './notice-strip.module.css';

/** Shown for as long as they are true: the user must not forget that unsaved work is lost when the program ends. */
const lasting: readonly string[] = ['not-saving', 'saving-stopped'];

/** What the user must know about the program itself: it is reconnecting, nothing is saved, something was repaired. */
export function NoticeStrip() {
  const t = useStrings().frame;
  const { status, attempt } = useRpcConnection((state) => state);
  const isMissing = useStore(missingParts, ({ any }) => any);
  const info = useHostInfo();
  const [read, setRead] = useState<readonly string[]>([]);
  const notices = info?.notices.filter(({ id }) => !read.includes(id)) ?? [];
  return (
    <div className={s.strips}>
      {status === 'lost' && (
        <p className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <span>{t.lost(attempt)}</span>
        </p>
      )}
      {(status === 'ended' || status === 'refused' || status === 'full') && (
        <p className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <b>{t.gone[status].title}</b>
          <span>{t.gone[status].next}</span>
          {status === 'ended' && (
            <button type="button" className={s.retry} onClick={connection.retry}>
              {t.gone.ended.retry}
            </button>
          )}
        </p>
      )}
      {isMissing && status === 'open' && (
        <p className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <span>{t.missing}</span>
          <button type="button" className={s.retry} onClick={() => location.reload()}>
            {t.broken.reload}
          </button>
        </p>
      )}
      {notices.map(({ id, message }) => (
        <p key={id} className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <span>{message}</span>
          {!lasting.includes(id) && (
            <BarButton label={t.dismiss} glyph="close" onClick={() => setRead([...read, id])} />
          )}
        </p>
      ))}
    </div>
  );
}
