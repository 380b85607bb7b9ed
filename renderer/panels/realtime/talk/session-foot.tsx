import { ArrowUp, Mic, RotateCw, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { restoreOrigin, type SelectedPlace, useMustChoose } from '../../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import type { LiveSession } from '../model/session-view.ts';
import { isLive } from '../model/session-view.ts';
import { useSessionOrigin } from '../session-origin.ts';
import { shown, showSession, useForm, useUnsent } from '../store.ts';
import { useSessionView } from '../use-session.ts';
import { ContinueButton } from './continue-button.tsx';
import { interrupt } from './hear.ts';
import { useLevels } from './levels.ts';
import { sayUnsent } from './say.ts';
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
