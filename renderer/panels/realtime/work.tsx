import { useEffect } from 'react';
import { useCall } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import s from './realtime.module.css';
import { StartWork } from './start-work.tsx';
import { reopenLive, showSession } from './store.ts';
import { useShownSession } from './use-session.ts';

const sessionWork = lazyModule(() => import('./session-work.tsx'));

/** The start of a session, or the one that is looked at. */
export function RealtimeWork() {
  const t = useStrings().realtime;
  const session = useShownSession();
  const { data: sessions } = useCall('realtime', 'sessions', {});
  useEffect(() => {
    if (sessions) reopenLive(sessions);
  }, [sessions]);
  const work = useLazyModule(sessionWork, session !== null);
  useWireFocus(null, session?.id ?? null);
  useRequestedOrigin('realtime', ({ documentId }) => showSession(documentId));
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      {session ? work && <work.SessionWork key={session.id} session={session} /> : <StartWork />}
    </div>
  );
}
