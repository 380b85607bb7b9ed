import { Mic, RotateCw, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { OriginLine } from '../../../lib/gateway/origin/origin-line.tsx';
import { restoreOrigin, type SelectedPlace, useMustChoose } from '../../../lib/gateway/origin/work-origin.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { attachTo, startSession, useSessionDraft, useSessionOrigin, useSessionView } from '../live-session.ts';
import { isLive, isTranscription, type LiveSession } from '../model/session-view.ts';
import s from '../session.module.css';
import { interrupt, openVoice, setTalking, useLevels, useVoice } from '../session-audio.ts';
import { shown, showSession, useForm, useUnsent } from '../store.ts';

/** The available actions: write a turn, push to talk, stop a reply; or start a new session when it is over. */
export function SessionFoot({ session }: { session: LiveSession }) {
  const t = useStrings().realtime;
  const ended = useSessionView(session, (view) => view.ended);
  const live = useSessionView(session, isLive);
  const waiting = useSessionView(session, (view) => view.stage === 'waiting-to-reconnect');
  const isTranscript = useSessionView(session, ({ configured }) => isTranscription(configured));
  const origin = useSessionOrigin(session.id);
  const [movedTo, setMovedTo] = useState<Pick<SelectedPlace, 'connectionId' | 'keyId'> | null>(null);
  const mustChoose = useMustChoose(origin, movedTo);
  if (ended)
    return (
      <div className={s.foot}>
        {origin && mustChoose && (
          <OriginLine
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
      {!isTranscript && <TurnInput session={session} live={live} />}
      <TalkButtons session={session} live={live} replies={!isTranscript} />
    </div>
  );
}

/** Text that was typed when the session ended. */
function Unsent() {
  const t = useStrings().realtime.acts;
  const turn = useUnsent((unsent) => unsent.turn).trim();
  return turn !== '' && <p className={s.unsent}>{t.unsent(turn)}</p>;
}

function TurnInput({ session, live }: { session: LiveSession; live: boolean }) {
  const { acts: t, stages } = useStrings().realtime;
  const turn = useUnsent((unsent) => unsent.turn);
  const stage = useSessionView(session, (view) => view.stage);
  const answering = useSessionView(session, (view) => view.answering);
  // A reply may be complete long before it has been played.
  const isPlaying = useLevels((levels) => levels.playingSession === session.id);
  const canStop = answering || isPlaying;
  const stop = () => interrupt(session) || session.act({ kind: 'cancel' });
  const send = () => live && sendUnsent(session);
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
    <div className={s.say} data-composer>
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
        <Button
          intent="primary"
          shortcut={keysLabel('Enter')}
          disabledReason={live ? undefined : stages[stage]}
          onClick={send}
        >
          {t.send}
        </Button>
      )}
    </div>
  );
}

/** Without turn detection the user marks the start and end of a turn; a lost microphone is reopened by a button. */
function TalkButtons({ session, live, replies }: { session: LiveSession; live: boolean; replies: boolean }) {
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
        if (replies) session.act({ kind: 'respond' });
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

/** Above this, replaying the conversation is expensive, so the user is asked first. */
const manyTurns = 20;
const manyCharacters = 8_000;

/**
 * Starts a new session that replays the text of this one.
 *
 * @param mustChoose the user must first choose where.
 */
function ContinueButton({ sessionId, mustChoose }: { sessionId: string; mustChoose: boolean }) {
  const origin = useStrings().pieces.origin;
  const t = useStrings().realtime.start;
  const { draft, missing } = useSessionDraft();
  const [isAsking, setAsking] = useState(false);
  const start = useAction(async () => {
    if (draft) await startSession({ ...draft, continueFrom: sessionId });
  });
  const { items } = attachTo(sessionId).view.getState();
  const messages = items.filter(({ text, tool }) => text !== '' && tool === null);
  const characters = messages.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      <Button
        busy={start.busy}
        disabledReason={mustChoose ? origin.needsChoice : missing}
        onClick={() =>
          messages.length > manyTurns || characters > manyCharacters ? setAsking(true) : void start.run()
        }
      >
        {t.continue}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.continueTitle}
        body={t.continueBody(messages.length, formatNumber(characters))}
        confirmLabel={t.continue}
        cancelLabel={t.cancel}
        intent="primary"
        onConfirm={() => void start.run()}
      />
    </>
  );
}

/**
 * Sends the typed turn. If the connection breaks before the gateway has received it, the text is restored.
 */
export function sendUnsent(session: LiveSession): void {
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

/** Returns true once the gateway has the turn. Not every gateway echoes it, but a response shows that it arrived. */
const isTaken = (part: SessionPart): boolean =>
  part.type === 'response' || (part.type === 'words-done' && part.who === 'person' && !part.spoken);

const isBreak = (part: SessionPart): boolean =>
  part.type === 'gap' || part.type === 'ended' || (part.type === 'problem' && part.failure.code === 'connection-lost');
