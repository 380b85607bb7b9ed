import type { SessionPart } from '#shared/contract/realtime.ts';
import type { LiveSession } from '../model/session-view.ts';
import { useUnsent } from '../store.ts';

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
