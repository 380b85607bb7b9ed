import { fromBase64 } from '../../../lib/sound/base64.ts';
import { fromPcm16 } from '../../../lib/sound/pcm.ts';
import { createPcmPlayer, type PcmPlayer } from '../../../lib/sound/pcm-player.ts';
import type { LiveSession } from '../live-session.ts';
import { isOver } from '../model/session-view.ts';
import { levels, sampleRate } from './levels.ts';
import { endVoice } from './voice.ts';

const meterMs = 60;

/**
 * Makes a session audible until it is over and all of it was heard; sound of the first `skipMs` is left out. When the person
 * begins to speak, what waits to be heard is dropped, and the service is told how much of the answer was heard.
 */
export function hear(session: LiveSession, skipMs: number): void {
  const from = performance.now() + skipMs;
  let player: PcmPlayer | null = null;

  const interrupt = () => {
    const heard = player?.heard();
    if (!heard) return;
    player?.flush();
    session.act({ kind: 'interrupt', itemId: heard.id, playedMs: heard.playedMs });
  };
  const stopListening = session.onPart((part) => {
    if (performance.now() < from) return;
    if (part.type === 'audio') {
      player ??= createPcmPlayer(sampleRate);
      player.push(part.itemId, fromPcm16(fromBase64(part.base64)));
    }
    if (part.type === 'speech' && part.state === 'started') interrupt();
    if (part.type === 'gap') player?.flush();
    if (part.type === 'ended') endVoice(session.id);
  });
  const meter = setInterval(() => {
    const heard = player?.heard() ?? null;
    if (heard || levels.getState().heardOf === session.id)
      levels.setState({ model: player?.level() ?? 0, heardOf: heard ? session.id : null });
    if (!isOver(session.view.getState()) || heard || (player?.waitingMs() ?? 0) > 0) return;
    clearInterval(meter);
    stopListening();
    void player?.close();
  }, meterMs);
}
