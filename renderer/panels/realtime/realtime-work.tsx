import { useStore } from 'zustand';
import { useAskedPlace } from '../../lib/made-at.ts';
import { useStrings } from '../../lib/strings.ts';
import { useWireFocus } from '../../lib/wire-focus.ts';
import { lazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Lanes } from './lanes/lanes.tsx';
import type { LiveSession } from './live-session.ts';
import s from './realtime.module.css';
import { shown, showSession } from './realtime-store.ts';
import { StageLine } from './stage-line.tsx';
import { StartWork } from './start-work.tsx';
import { Conversation } from './talk/conversation.tsx';
import { SessionFoot } from './talk/session-foot.tsx';
import { Voices } from './talk/voices.tsx';
import { useShownSession } from './use-session.ts';

const frameLog = lazyModule(() => import('./log/frame-log.tsx'));

/** A session with its stages, voices, lanes, words and frames; or the start of a new one. */
export function RealtimeWork() {
  const t = useStrings().realtime;
  const session = useShownSession();
  useWireFocus(null, session?.id ?? null);
  useAskedPlace('realtime', ({ documentId }) => showSession(documentId));
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      {session ? <Session key={session.id} session={session} /> : <StartWork />}
    </div>
  );
}

function Session({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const view = useStore(shown, (state) => state.view);
  const failure = useStore(session.trouble, (state) => state.failure);
  const log = useLazyModule(frameLog, view === 'frames');
  return (
    <>
      <StageLine session={session} />
      {failure && <Note intent="warn">{failure.code === 'connection-lost' ? t.acts.noLine : failure.message}</Note>}
      <Voices session={session} />
      <Lanes session={session} />
      <div className={s.views}>
        <Segmented
          value={view}
          onValueChange={(next) => shown.setState({ view: next })}
          options={[
            { value: 'conversation', label: t.views.conversation },
            { value: 'frames', label: t.views.frames },
          ]}
          label={t.views.label}
        />
      </div>
      {view === 'frames' ? log && <log.FrameLog session={session} /> : <Conversation session={session} />}
      <SessionFoot session={session} />
    </>
  );
}
