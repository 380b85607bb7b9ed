import { createStore } from 'zustand/vanilla';
import type { SessionSummary } from '#shared/contract/realtime.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { emptyForm, readForm, type SessionForm } from './model/session-settings.ts';

/** Settings of the next session. All of them are restored after a restart. */
export const useForm = persistedStore<SessionForm>('realtime', emptyForm, { read: readForm });

/** Audio settings of this computer and of the test bench. */
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

/** Text that was typed and not sent: it survives its session, the panel and a restart. */
interface Unsent {
  /** The next turn as text. */
  turn: string;
  /** An event being edited; empty: none. */
  event: string;
  /** Tool outputs, by call id. */
  answers: Record<string, string>;
  /** Edited settings of live sessions, by session id. */
  settings: Record<string, LiveEdits>;
}

/** Settings of a live session as they were edited; absent: as they are in force. */
export interface LiveEdits {
  instructions?: string;
  voice?: string;
}

export const useUnsent = persistedStore<Unsent>('realtime-unsent', {
  turn: '',
  event: '',
  answers: {},
  settings: {},
});

export function setToolOutput(callId: string, text: string): void {
  const { [callId]: _, ...others } = useUnsent.getState().answers;
  useUnsent.setState({ answers: text === '' ? others : { ...others, [callId]: text } });
}

/** Sessions whose edited settings are kept, the newest: a session that has ended needs them no more. */
const maxEdited = 8;

export function editSettings(sessionId: string, edits: LiveEdits): void {
  const { [sessionId]: _, ...others } = useUnsent.getState().settings;
  const kept = Object.entries(others).slice(1 - maxEdited);
  useUnsent.setState({ settings: { ...Object.fromEntries(kept), [sessionId]: edits } });
}

interface Shown {
  /** The shown session, live or past. `null`: a new one is being prepared. */
  sessionId: string | null;
  view: 'conversation' | 'frames' | 'latency';
  frame: number | null;
  /** A text session that was just started: its text box takes over the focus from the start button. */
  writeIn: string | null;
}

/** What the panel shows now. */
export const shown = createStore<Shown>(() => ({ sessionId: null, view: 'conversation', frame: null, writeIn: null }));

let isReopened = false;

/**
 * Shows a live session again after a reload, since it continues and is billed, unless another one is shown. Runs once
 * per page.
 */
export function showLiveAgain(sessions: readonly SessionSummary[]): void {
  if (isReopened) return;
  isReopened = true;
  const live = sessions.find(({ state }) => state === 'running');
  if (live && shown.getState().sessionId === null) showSession(live.id);
}

export const showSession = (sessionId: string | null): void => shown.setState({ sessionId, frame: null });
