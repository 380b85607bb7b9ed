import { createStore } from 'zustand/vanilla';
import type { SessionSummary } from '#shared/contract/realtime.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { emptyForm, type SessionForm } from './model/session-settings.ts';

/** What the next session shall be. All of it comes back after a restart. */
export const useForm = persistedStore<SessionForm>('realtime', emptyForm, {
  read: (stored, initial) =>
    Object.fromEntries(
      Object.entries(initial).flatMap(([name, value]) =>
        name === 'maxTokens'
          ? [[name, typeof stored[name] === 'number' ? stored[name] : null]]
          : typeof stored[name] === typeof value
            ? [[name, stored[name]]]
            : [],
      ),
    ),
});

/** How the person hears and is heard. */
export const useAudioForm = persistedStore<{
  deviceId: string;
  clean: boolean;
  pace: 'real' | 'fast';
  cutSeconds: number;
}>('realtime-sound', {
  deviceId: '',
  clean: true,
  pace: 'real',
  cutSeconds: 3,
});

/** What was typed and is not sent: it outlives its session, the panel and a restart. */
interface Unsent {
  /** The next turn in writing. */
  turn: string;
  /** An event written by hand; empty: none was begun. */
  event: string;
  /** Answers of tools, by the id of the call. */
  answers: Record<string, string>;
}

export const useUnsent = persistedStore<Unsent>('realtime-unsent', { turn: '', event: '', answers: {} });

export function setToolOutput(callId: string, text: string): void {
  const { [callId]: _, ...others } = useUnsent.getState().answers;
  useUnsent.setState({ answers: text === '' ? others : { ...others, [callId]: text } });
}

interface Shown {
  /** The session that is looked at: live or of old. `null`: a new one is being prepared. */
  sessionId: string | null;
  view: 'conversation' | 'frames';
  frame: number | null;
  /** A text session that was begun just now: its box gets the focus that the pressed button had. */
  writeIn: string | null;
}

/** What the panel shows now. */
export const shown = createStore<Shown>(() => ({ sessionId: null, view: 'conversation', frame: null, writeIn: null }));

let isReopened = false;

/** Once in the life of a page: a session that is live (it goes on, and is billed) is shown again, unless one is shown already. */
export function reopenLive(sessions: readonly SessionSummary[]): void {
  if (isReopened) return;
  isReopened = true;
  const live = sessions.find(({ state }) => state === 'running');
  if (live && shown.getState().sessionId === null) showSession(live.id);
}

export const showSession = (sessionId: string | null): void => shown.setState({ sessionId, frame: null });
