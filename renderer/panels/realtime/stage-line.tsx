import { Check, Mic, MicOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionStage } from '#shared/contract/realtime.ts';
import { latencyOf } from '#shared/protocol/turn-latency.ts';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Led } from '../../ui/feedback/led.tsx';
import type { LiveSession } from './model/session-view.ts';
import s from './stage-line.module.css';
import { useVoice } from './talk/voice.ts';
import { useUserInput } from './talk/voices.tsx';
import { useSessionView } from './use-session.ts';

/** How far each stage is: a step is passed when a later one was reached. */
const order: readonly SessionStage[] = [
  'preparing',
  'connecting',
  'authorizing',
  'configuring',
  'live',
  'ending',
  'ended',
];
const reached = (stage: SessionStage, step: SessionStage) => order.indexOf(stage) >= order.indexOf(step);

/** The way of a session in words, and how quickly it answers. */
export function StageLine({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const stage = useSessionView(session, (view) => view.stage);
  const socket = useSessionView(session, (view) => view.socket);
  const newest = useSessionView(session, ({ latencies }) => latencies.at(-1));
  const latency = newest ? latencyOf(newest) : null;
  const hasMicrophone = useVoice(({ sessionId, state }) => sessionId === session.id && state === 'on');
  const isWaiting = stage === 'waiting-to-reconnect';
  return (
    <div className={s.line} role="status">
      <Step done={hasMicrophone} icon={<Icon of={hasMicrophone ? Mic : MicOff} size="xs" />}>
        {hasMicrophone ? t.steps.microphone : t.steps.noMicrophone}
      </Step>
      <Step done={!isWaiting && reached(stage, 'authorizing')}>{t.steps.socket}</Step>
      <Step done={!isWaiting && reached(stage, 'live')}>{t.steps.session}</Step>
      {socket > 0 && (
        <Step warn icon={<Icon of={RotateCw} size="xs" />}>
          {t.steps.reconnected(socket)}
        </Step>
      )}
      <span className={s.now}>
        <Led state={stage === 'live' ? 'live' : isWaiting ? 'warn' : stage === 'ended' ? 'off' : 'live'} size="sm" />
        <Doing session={session} stage={stage} />
      </span>
      <span className={s.space} />
      <Expiry session={session} />
      {latency !== null && (
        <span className={s.fact}>
          {t.steps.latency[latency.kind]} <b>{formatMs(latency.ms)}</b>
        </span>
      )}
    </div>
  );
}

function Doing({ session, stage }: { session: LiveSession; stage: SessionStage }) {
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

/** Counts down the last five minutes of a session whose end the service named. */
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
