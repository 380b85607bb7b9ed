import { fromBase64 } from '../../../lib/media/base64.ts';
import { fromPcm16 } from '../../../lib/media/pcm.ts';
import { createPcmPlayer, type PcmPlayer } from '../../../lib/media/pcm-player.ts';
import type { LiveSession } from '../model/session-view.ts';
import { isOver } from '../model/session-view.ts';
import { levels, sampleRate } from './levels.ts';
import { endVoice } from './voice.ts';

const meterMs = 60;

/** How the sound of each session that is audible is stopped. */
const stops = new Map<string, () => Played>();
type Played = ReturnType<PcmPlayer['heard']>;

/** Drops what waits to be heard of an answer. Tells which one it was, and how much of it was heard. */
export const stopAudio = (sessionId: string): Played => stops.get(sessionId)?.() ?? null;

/** Stops an answer that is heard, and tells the service how far it came. False: nothing was to be heard. */
export function interrupt(session: LiveSession): boolean {
  const heard = stopAudio(session.id);
  return heard !== null && session.act({ kind: 'interrupt', itemId: heard.id, playedMs: heard.playedMs });
}

/**
 * Makes a session audible until it is over and all of it was heard; sound of the first `skipMs` is left out. When the person
 * begins to speak, what waits to be heard is dropped, and the service is told how much of the answer was heard.
 */
export function playReply(session: LiveSession, skipMs: number): void {
  const from = performance.now() + skipMs;
  let player: PcmPlayer | null = null;
  /** The answer that was stopped: what is still on its way of it is not played. */
  let stoppedId: string | null = null;

  stops.set(session.id, () => {
    const heard = player?.heard() ?? null;
    if (!heard) return null;
    player?.flush();
    stoppedId = heard.id;
    return heard;
  });
  const stopListening = session.onPart((part) => {
    if (performance.now() < from) return;
    if (part.type === 'audio' && part.itemId !== stoppedId) {
      player ??= createPcmPlayer(sampleRate);
      player.push(part.itemId, fromPcm16(fromBase64(part.base64)));
    }
    if (part.type === 'speech' && part.state === 'started') interrupt(session);
    if (part.type === 'gap') player?.flush();
    if (part.type === 'ended') endVoice(session.id);
  });
  const meter = setInterval(() => {
    const heard = player?.heard() ?? null;
    if (heard || levels.getState().heardOf === session.id)
      levels.setState({ model: player?.level() ?? 0, heardOf: heard ? session.id : null });
    if (!isOver(session.view.getState()) || heard || (player?.waitingMs() ?? 0) > 0) return;
    clearInterval(meter);
    stops.delete(session.id);
    stopListening();
    void player?.close();
  }, meterMs);
}
