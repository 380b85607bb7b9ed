import { beforeEach, expect, test } from 'vitest';
import type { SessionActInput, SessionPart } from '#shared/contract/realtime.ts';
import type { LiveSession } from '../../../../../renderer/panels/realtime/model/session-view.ts';
import { useUnsent } from '../../../../../renderer/panels/realtime/store.ts';
import { sendUnsent } from '../../../../../renderer/panels/realtime/talk/session-foot.tsx';

/** A session whose parts the test provides. */
function openSession(hasLine = true) {
  const acts: SessionActInput[] = [];
  const listeners = new Set<(part: SessionPart) => void>();
  const session = {
    act: (act: SessionActInput) => hasLine && acts.push(act) > 0,
    onPart(listener: (part: SessionPart) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as Pick<LiveSession, 'act' | 'onPart'> as LiveSession;
  const tell = (part: object) => {
    for (const listener of [...listeners]) listener({ n: 0, atMs: 0, ...part } as SessionPart);
  };
  return { session, acts, tell, listeners };
}

const taken = { type: 'words-done', who: 'person', text: 'Hello', spoken: false, itemId: 'a' };
const turn = () => useUnsent.getState().turn;

beforeEach(() => useUnsent.setState({ turn: 'Hello' }));

test('text that the service has accepted is not restored when the connection breaks later', () => {
  const { session, acts, tell, listeners } = openSession();
  sendUnsent(session);
  expect(acts).toEqual([{ kind: 'say', text: 'Hello' }]);
  expect(turn()).toBe('');
  tell(taken);
  tell({ type: 'gap', toMs: null });
  expect(turn()).toBe('');
  expect(listeners.size).toBe(0);
});

test.each([
  { type: 'gap', toMs: null },
  { type: 'ended', state: 'interrupted' },
  { type: 'problem', failure: { code: 'connection-lost' } },
])('text that was not accepted is restored before what was typed since: $type', (part) => {
  const { session, tell } = openSession();
  sendUnsent(session);
  useUnsent.setState({ turn: 'and more' });
  tell({ type: 'words-done', who: 'person', text: 'said aloud', spoken: true, itemId: 'b' });
  tell(part);
  expect(turn()).toBe('Hello\nand more');
  tell(part);
  expect(turn()).toBe('Hello\nand more');
});

test('without a connection to the core the box keeps its text', () => {
  const { session, acts } = openSession(false);
  sendUnsent(session);
  expect([acts, turn()]).toEqual([[], 'Hello']);
});
