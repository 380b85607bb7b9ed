import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { fromBase64, toBase64 } from '../../lib/media/base64.ts';
import { type Microphone, openMicrophone } from '../../lib/media/microphone.ts';
import { fromPcm16, toPcm16 } from '../../lib/media/pcm.ts';
import { createPcmPlayer, type PcmPlayer } from '../../lib/media/pcm-player.ts';
import { isLive, isOver, type LiveSession } from './model/session-view.ts';
import { useAudioForm, useForm } from './store.ts';

/** Sample rate of the audio of a session, in Hz, in both directions. */
const sampleRate = 24_000;

interface Levels {
  person: number;
  model: number;
  /** The session that is being played. */
  playingSession: string | null;
}

const levels = createStore<Levels>(() => ({ person: 0, model: 0, playingSession: null }));
export const useLevels = <T>(pick: (state: Levels) => T): T => useStore(levels, pick);

interface VoiceState {
  /** The one session that uses the microphone. */
  sessionId: string | null;
  state: 'off' | 'opening' | 'on';
  muted: boolean;
  /** Push to talk: the user is talking. */
  talking: boolean;
  failure: Failure | null;
}

const silent: VoiceState = { sessionId: null, state: 'off', muted: false, talking: false, failure: null };
const voice = createStore<VoiceState>(() => silent);
export const useVoice = <T>(pick: (state: VoiceState) => T): T => useStore(voice, pick);

/** Releases the microphone when its session is over. */
function endVoice(sessionId: string): void {
  if (voice.getState().sessionId !== sessionId) return;
  closeMicrophone();
  voice.setState({ ...silent, failure: voice.getState().failure });
}

let microphone: Microphone | null = null;

export const muteVoice = (muted: boolean): void => voice.setState({ muted });
export const setTalking = (talking: boolean): void => voice.setState({ talking });

/** Opens the microphone for a session. A failure is shown in the session, which continues without it. */
export async function openVoice(session: LiveSession): Promise<void> {
  closeMicrophone();
  voice.setState({ ...silent, sessionId: session.id, state: 'opening' });
  const { deviceId, clean } = useAudioForm.getState();
  try {
    const opened = await openMicrophone({
      deviceId,
      clean,
      sampleRate,
      onSamples: (samples, level) => speak(session, samples, level),
      onLost: (failure) => voice.setState({ state: 'off', failure }),
    });
    if (voice.getState().sessionId !== session.id) return opened.stop();
    microphone = opened;
    voice.setState({ state: 'on' });
  } catch (thrown) {
    voice.setState({ state: 'off', failure: AppError.from(thrown) });
  }
}

function speak(session: LiveSession, samples: Float32Array, level: number): void {
  const { muted, talking } = voice.getState();
  const isOpen = !muted && (useForm.getState().turns !== 'manual' || talking);
  levels.setState({ person: isOpen ? level : 0 });
  const view = session.view.getState();
  // Audio is still passed on while reconnecting: the core adds it to the recording and reports how much was not sent.
  if (!isOpen || isOver(view) || (!isLive(view) && view.stage !== 'waiting-to-reconnect')) return;
  session.act({ kind: 'audio', base64: toBase64(toPcm16(samples)) });
}

function closeMicrophone(): void {
  microphone?.stop();
  microphone = null;
  levels.setState({ person: 0 });
}

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
