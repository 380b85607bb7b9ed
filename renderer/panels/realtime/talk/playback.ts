import { fromBase64 } from '../../../lib/media/base64.ts';
import { fromPcm16 } from '../../../lib/media/pcm.ts';
import { createPcmPlayer, type PcmPlayer } from '../../../lib/media/pcm-player.ts';
import { isOver, type LiveSession } from '../model/session-view.ts';
import { endVoice, levels, sampleRate } from './voice.ts';

const meterMs = 60;

/** Stops the playback of each audible session. */
const stops = new Map<string, () => Played>();
type Played = ReturnType<PcmPlayer['playing']>;

/** Drops the unplayed audio of a session. Returns the item and how much of it was played. */
export const stopAudio = (sessionId: string): Played => stops.get(sessionId)?.() ?? null;

/** Stops the reply being played and tells the gateway how much was played. Returns false if nothing was playing. */
export function interrupt(session: LiveSession): boolean {
  const heard = stopAudio(session.id);
  return heard !== null && session.act({ kind: 'interrupt', itemId: heard.id, playedMs: heard.playedMs });
}

/**
 * Plays a session until it is over and all of its audio was played, leaving out audio of the first `skipMs`. When the
 * user starts to speak, unplayed audio is dropped, and the gateway is told how much of the reply was played.
 */
export function playReply(session: LiveSession, skipMs: number): void {
  const from = performance.now() + skipMs;
  let player: PcmPlayer | null = null;
  /** The reply that was stopped: audio of it that still arrives is not played. */
  let stoppedId: string | null = null;

  stops.set(session.id, () => {
    const heard = player?.playing() ?? null;
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
    const heard = player?.playing() ?? null;
    if (heard || levels.getState().playingSession === session.id)
      levels.setState({ model: player?.level() ?? 0, playingSession: heard ? session.id : null });
    if (!isOver(session.view.getState()) || heard || (player?.waitingMs() ?? 0) > 0) return;
    clearInterval(meter);
    stops.delete(session.id);
    stopListening();
    void player?.close();
  }, meterMs);
}
