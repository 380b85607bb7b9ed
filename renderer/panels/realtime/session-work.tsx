import { Check, Mic, MicOff, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import type { SessionStage } from '#shared/contract/realtime.ts';
import { useRpcConnection } from '../../lib/client/client.ts';
import { FailureText } from '../../lib/failures/failure-text.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { strings, useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { spokenText } from '../../lib/notices/spoken-text.ts';
import { useNow } from '../../lib/runs/use-now.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Led } from '../../ui/feedback/led.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Lanes } from './lanes.tsx';
import { useSessionView } from './live-session.ts';
import { FrameLog } from './log/frame-log.tsx';
import { LatencyView, SessionFigures } from './measure.tsx';
import type { LiveSession } from './model/session-view.ts';
import s from './session.module.css';
import { useVoice } from './session-audio.ts';
import { shown } from './store.ts';
import { Conversation } from './talk/conversation.tsx';
import { SessionFoot } from './talk/session-foot.tsx';
import { useUserInput, Voices } from './talk/voices.tsx';

/** A session: stages, voices, lanes, conversation and frames. */
export function SessionWork({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const view = useStore(shown, (state) => state.view);
  const failure = useStore(session.subscription, (state) => state.failure);
  const isCutOff = useRpcConnection(({ status }) => status === 'lost');
  useAnnouncedItems(session);
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
            { value: 'latency', label: t.views.latency },
          ]}
          label={t.views.label}
        />
        <SessionFigures session={session} />
      </div>
      {view === 'frames' ? (
        <FrameLog session={session} />
      ) : view === 'latency' ? (
        <LatencyView session={session} />
      ) : (
        <Conversation session={session} />
      )}
      <SessionFoot session={session} />
    </>
  );
}

const recentMs = 10_000;

/** Announces the model's text to screen reader users. They hear its speech directly. */
function useAnnouncedItems(session: LiveSession): void {
  useEffect(() => {
    const isDone = () => new Set(session.view.getState().items.flatMap(({ itemId, done }) => (done ? [itemId] : [])));
    let announced = isDone();
    return session.view.subscribe((view, before) => {
      if (view.items === before.items) return;
      const { model, tool: toolWord, conversation } = strings().realtime;
      for (const { itemId, who, text, done, spoken, tool, endMs } of view.items) {
        // A page that returns to a session receives all of it at once: do not announce old items again.
        if (announced.has(itemId) || !done || who !== 'model' || view.atMs - endMs > recentMs) continue;
        if (tool) announce(`${toolWord}: ${conversation.tool(tool.name)}`);
        else if (!spoken && text) announce(`${model}: ${spokenText(text)}`);
      }
      announced = isDone();
    });
  }, [session]);
}

/** The stages of a session as text. */
function StageLine({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const stage = useSessionView(session, (view) => view.stage);
  const reached = useSessionView(session, (view) => view.reached);
  const socket = useSessionView(session, (view) => view.socket);
  const hasMicrophone = useVoice(({ sessionId, state }) => sessionId === session.id && state === 'on');
  const isWaiting = stage === 'waiting-to-reconnect';
  return (
    <div className={s.line} role="status">
      <Step done={hasMicrophone} icon={<Icon of={hasMicrophone ? Mic : MicOff} size="xs" />}>
        {hasMicrophone ? t.steps.microphone : t.steps.noMicrophone}
      </Step>
      <Step done={reached !== 'nothing'}>{t.steps.socket}</Step>
      <Step done={reached === 'session'}>{t.steps.session}</Step>
      {socket > 0 && (
        <Step warn icon={<Icon of={RotateCw} size="xs" />}>
          {t.steps.reconnected(socket)}
        </Step>
      )}
      <span className={s.now}>
        <Led state={stage === 'live' ? 'live' : isWaiting ? 'warn' : stage === 'ended' ? 'off' : 'live'} size="sm" />
        <CurrentActivity session={session} stage={stage} />
      </span>
      <Expiry session={session} />
    </div>
  );
}

function CurrentActivity({ session, stage }: { session: LiveSession; stage: SessionStage }) {
  const t = useStrings().realtime;
  const note = useSessionView(session, (view) => view.note);
  const { hasInput, isHeard } = useUserInput(session);
  const answering = useSessionView(session, (view) => view.answering);
  const retryAtMs = useSessionView(session, (view) => view.retryAtMs);
  const now = useNow(stage === 'waiting-to-reconnect');
  if (stage === 'live')
    return (
      <b>{isHeard ? t.steps.hearing : answering ? t.steps.answering : hasInput ? t.steps.listening : t.steps.ready}</b>
    );
  return (
    <>
      <b>{t.stages[stage]}</b>
      {stage === 'waiting-to-reconnect' && retryAtMs !== null && (
        <span>{t.steps.retryIn(formatMs(Math.max(0, retryAtMs - now)))}</span>
      )}
      {note && <span className="cut-text">{note}</span>}
    </>
  );
}

/** Counts down the last five minutes of a session that the gateway limits in time. */
function Expiry({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.steps;
  const expiresAt = useSessionView(session, (view) => (view.ended ? null : view.expiresAt));
  const now = useNow(expiresAt !== null);
  const left = expiresAt === null ? null : expiresAt - now;
  if (left === null || left > 5 * 60_000) return null;
  return <span className={s.expiry}>{t.expires(formatMs(Math.max(0, left)))}</span>;
}

interface StepProps {
  done?: boolean;
  warn?: boolean;
  icon?: ReactNode;
  children: string;
}

function Step({ done, warn, icon, children }: StepProps) {
  return (
    <>
      <span className={warn ? s.warn : done ? s.done : s.open}>
        {icon ?? (done && <Icon of={Check} size="xs" />)}
        {children}
      </span>
      <i className={s.rule} />
    </>
  );
}
