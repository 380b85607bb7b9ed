import { ArrowUp, Mic, RotateCw, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { restoreOrigin, type SelectedPlace, useMustChoose } from '../../../lib/gateway/origin/work-origin.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { attachTo } from '../live-session.ts';
import { isLive, type LiveSession } from '../model/session-view.ts';
import { startSession, useSessionOrigin } from '../start-session.ts';
import { useSessionDraft } from '../start-work.tsx';
import { shown, showSession, useForm, useUnsent } from '../store.ts';
import { useSessionView } from '../use-session.ts';
import { interrupt } from './hear.ts';
import { useLevels } from './levels.ts';
import s from './session-foot.module.css';
import { openVoice, setTalking, useVoice } from './voice.ts';

const originLine = lazyModule(() => import('../../../lib/gateway/origin/origin-line.tsx'));

/** What can be done now: write a turn, talk by hand, stop an answer; or begin anew when it is over. */
export function SessionFoot({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const ended = useSessionView(session, (view) => view.ended);
  const live = useSessionView(session, isLive);
  const waiting = useSessionView(session, (view) => view.stage === 'waiting-to-reconnect');
  const origin = useSessionOrigin(session.id);
  const [movedTo, setMovedTo] = useState<Pick<SelectedPlace, 'connectionId' | 'keyId'> | null>(null);
  const mustChoose = useMustChoose(origin, movedTo);
  const line = useLazyModule(originLine, ended !== null && mustChoose);
  if (ended)
    return (
      <div className={s.foot}>
        {origin && mustChoose && line && (
          <line.OriginLine
            panel="realtime"
            origin={origin}
            onUseHere={setMovedTo}
            onSwitchBack={() => {
              restoreOrigin('realtime', origin);
              useForm.setState({ model: origin.model });
            }}
          />
        )}
        <Button intent="primary" onClick={() => showSession(null)}>
          {t.start.again}
        </Button>
        <ContinueButton sessionId={session.id} mustChoose={mustChoose} />
        <Unsent />
      </div>
    );
  return (
    <div className={s.foot}>
      {waiting && (
        <Button icon={<Icon of={RotateCw} size="s" />} onClick={() => session.act({ kind: 'reconnect' })}>
          {t.acts.reconnectNow}
        </Button>
      )}
      <Say session={session} live={live} />
      <TalkButtons session={session} live={live} />
    </div>
  );
}

/** What was typed when the session ended is not lost with it. */
function Unsent() {
  const t = useStrings().realtime.acts;
  const turn = useUnsent((unsent) => unsent.turn).trim();
  return turn !== '' && <p className={s.unsent}>{t.unsent(turn)}</p>;
}

function Say({ session, live }: { session: LiveSession; live: boolean }) {
  const t = useStrings().realtime.acts;
  const turn = useUnsent((unsent) => unsent.turn);
  const answering = useSessionView(session, (view) => view.answering);
  // An answer may be made long before it has been heard.
  const isHeard = useLevels((levels) => levels.heardOf === session.id);
  const canStop = answering || isHeard;
  const stop = () => interrupt(session) || session.act({ kind: 'cancel' });
  const send = () => live && sayUnsent(session);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && canStop) stop();
    onEnter(send)(event);
  };
  const box = useRef<HTMLTextAreaElement>(null);
  const isBegun = useStore(shown, ({ writeIn }) => writeIn === session.id);
  useEffect(() => {
    if (!isBegun) return;
    box.current?.focus();
    shown.setState({ writeIn: null });
  }, [isBegun]);
  return (
    <div className={s.say}>
      <TextArea
        ref={box}
        value={turn}
        onValueChange={(next) => useUnsent.setState({ turn: next })}
        aria-label={t.say}
        placeholder={t.sayPlaceholder}
        bare
        minRows={1}
        maxRows={5}
        onKeyDown={onKeyDown}
      />
      {canStop ? (
        <IconButton label={t.stopAnswer} intent="stop" icon={<Icon of={Square} size="s" />} onClick={stop} />
      ) : (
        <IconButton label={t.send} intent="primary" icon={<Icon of={ArrowUp} />} disabled={!live} onClick={send} />
      )}
    </div>
  );
}

/** Without turn detection the person says when a turn begins and ends; a microphone that was lost comes back by hand. */
function TalkButtons({ session, live }: { session: LiveSession; live: boolean }) {
  const t = useStrings().realtime.acts;
  const turns = useForm((form) => form.turns);
  const voice = useVoice((state) => (state.sessionId === session.id ? state : null));
  const open = useAction(openVoice);
  if (voice?.state !== 'on')
    return (
      <Button
        icon={<Icon of={Mic} size="s" />}
        busy={open.busy || voice?.state === 'opening'}
        onClick={() => void open.run(session)}
      >
        {t.micAgain}
      </Button>
    );
  if (turns !== 'manual') return null;
  return voice.talking ? (
    <Button
      intent="primary"
      onClick={() => {
        setTalking(false);
        session.act({ kind: 'commit' });
        session.act({ kind: 'respond' });
      }}
    >
      {t.done}
    </Button>
  ) : (
    <Button disabled={!live} icon={<Icon of={Mic} size="s" />} onClick={() => setTalking(true)} title={t.manual}>
      {t.talk}
    </Button>
  );
}

/** From here on saying it all again is dear, and the person is asked first. */
const manyTurns = 20;
const manyCharacters = 8_000;

/** Starts a new session to which the words of this one are said again. @param mustChoose where, before that. */
function ContinueButton({ sessionId, mustChoose }: { sessionId: string; mustChoose: boolean }) {
  const origin = useStrings().pieces.origin;
  const t = useStrings().realtime.start;
  const { draft, missing } = useSessionDraft();
  const [isAsking, setAsking] = useState(false);
  const start = useAction(async () => {
    if (draft) await startSession({ ...draft, continueFrom: sessionId });
  });
  const { sayings } = attachTo(sessionId).view.getState();
  const said = sayings.filter(({ text, tool }) => text !== '' && tool === null);
  const characters = said.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      <Button
        busy={start.busy}
        disabledReason={mustChoose ? origin.needsChoice : missing}
        onClick={() => (said.length > manyTurns || characters > manyCharacters ? setAsking(true) : void start.run())}
      >
        {t.continue}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.continueTitle}
        body={t.continueBody(said.length, formatNumber(characters))}
        confirmLabel={t.continue}
        cancelLabel={t.cancel}
        intent="primary"
        onConfirm={() => void start.run()}
      />
    </>
  );
}

/**
 * Sends the turn that is written. What the service has not taken when the connection breaks is put back, for it knows
 * nothing of it.
 */
export function sayUnsent(session: LiveSession): void {
  const { turn } = useUnsent.getState();
  if (turn.trim() === '' || !session.act({ kind: 'say', text: turn })) return;
  useUnsent.setState({ turn: '' });
  const stop = session.onPart((part) => {
    const isLost = isBreak(part);
    if (!isLost && !isTaken(part)) return;
    stop();
    if (!isLost) return;
    const { turn: since } = useUnsent.getState();
    useUnsent.setState({ turn: since === '' ? turn : `${turn}\n${since}` });
  });
}

/** Not every service repeats what was written; one that answers has it. */
const isTaken = (part: SessionPart): boolean =>
  part.type === 'response' || (part.type === 'words-done' && part.who === 'person' && !part.spoken);

const isBreak = (part: SessionPart): boolean =>
  part.type === 'gap' || part.type === 'ended' || (part.type === 'problem' && part.failure.code === 'connection-lost');
