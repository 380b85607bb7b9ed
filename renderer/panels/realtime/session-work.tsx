import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useRpcConnection } from '../../lib/client/client.ts';
import { FailureText } from '../../lib/failures/failure-text.tsx';
import { strings, useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/page/announce.ts';
import { spokenText } from '../../lib/page/spoken-text.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Lanes } from './lanes/lanes.tsx';
import type { LiveSession } from './model/session-view.ts';
import s from './realtime.module.css';
import { StageLine } from './stage-line.tsx';
import { shown } from './store.ts';
import { Conversation } from './talk/conversation.tsx';
import { SessionFoot } from './talk/session-foot.tsx';
import { Voices } from './talk/voices.tsx';

const frameLog = lazyModule(() => import('./log/frame-log.tsx'));

/** A session with its stages, voices, lanes, words and frames. */
export function SessionWork({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const view = useStore(shown, (state) => state.view);
  const failure = useStore(session.trouble, (state) => state.failure);
  const isCutOff = useRpcConnection(({ status }) => status === 'lost');
  useAnnouncedSayings(session);
  const log = useLazyModule(frameLog, view === 'frames');
  return (
    <>
      <StageLine session={session} />
      {isCutOff ? (
        <Note intent="warn">{t.acts.noLine}</Note>
      ) : (
        failure && (
          <Note intent="warn">
            <FailureText failure={failure} alone />
          </Note>
        )
      )}
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

const recentMs = 10_000;

/** Says to people who listen what the model wrote. What it spoke they hear from the model itself. */
function useAnnouncedSayings(session: LiveSession): void {
  useEffect(() => {
    const isDone = () => new Set(session.view.getState().sayings.flatMap(({ itemId, done }) => (done ? [itemId] : [])));
    let said = isDone();
    return session.view.subscribe((view, before) => {
      if (view.sayings === before.sayings) return;
      const { model, tool: toolWord, conversation } = strings().realtime;
      for (const { itemId, who, text, done, spoken, tool, endMs } of view.sayings) {
        // A page that comes back to a session is told all of it at once: what is long over is not said again.
        if (said.has(itemId) || !done || who !== 'model' || view.atMs - endMs > recentMs) continue;
        if (tool) announce(`${toolWord}: ${conversation.tool(tool.name)}`);
        else if (!spoken && text) announce(`${model}: ${spokenText(text)}`);
      }
      said = isDone();
    });
  }, [session]);
}
