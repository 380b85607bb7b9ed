import { createStore } from 'zustand/vanilla';
import type { SessionActInput, SessionPart } from '#shared/contract/realtime.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client, connection } from '../../lib/client/client.ts';
import { perFrame } from '../../lib/page/frames.ts';
import { foldSession } from './model/fold-session.ts';
import { emptyView, isOver, type LiveSession, type SessionView } from './model/session-view.ts';
import { playReply } from './talk/hear.ts';

/** What happened before is told at once; sound of this first moment is of old. */
const catchUpMs = 1000;

const attached = new Map<string, LiveSession>();

/**
 * Listens to a session, live or recorded, and keeps listening when the panel is left. One listener for each. Of a session
 * that was not begun just now, what was told before is not played again.
 */
export function attachTo(id: string, { isNew = false }: { isNew?: boolean } = {}): LiveSession {
  const known = attached.get(id);
  if (known) return known;
  const made = attach(id);
  attached.set(id, made);
  playReply(made, isNew ? 0 : catchUpMs);
  return made;
}

function attach(id: string): LiveSession {
  const view = createStore<SessionView>(emptyView);
  const trouble = createStore<{ failure: Failure | null }>(() => ({ failure: null }));
  const listeners = new Set<(part: SessionPart) => void>();
  const stop = new AbortController();
  const frames = perFrame<SessionPart>((batch) => view.setState((before) => batch.reduce(foldSession, before), true));
  let push: ((act: SessionActInput) => void) | null = null;

  const listen = async () => {
    for (;;) {
      try {
        const line = client.realtime.attach({ id, from: view.getState().nextPart }, { signal: stop.signal });
        push = (act) => line.push(act);
        for await (const part of line) {
          for (const notify of listeners) notify(part);
          frames.push(part);
        }
        frames.flush();
        return;
      } catch (thrown) {
        frames.flush();
        push = null;
        const failure = AppError.from(thrown);
        if (stop.signal.aborted || isOver(view.getState())) return;
        // The client waits until the line to the core is mended; anything else is not mended by asking again.
        if (failure.code === 'connection-lost') continue;
        trouble.setState({ failure });
        return;
      }
    }
  };
  void listen();

  return {
    id,
    view,
    trouble,
    act(act) {
      // A question that waits for the line would be asked of a session that may be over by then.
      if (push === null || connection.state.getState().status !== 'open') return false;
      push(act);
      return true;
    },
    onPart(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    detach() {
      attached.delete(id);
      stop.abort();
    },
  };
}
