import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { addressOf } from '../files/file-address.ts';

/** The one audio file that is playing: its file id, and the position in seconds. */
interface Playing {
  fileId: string | null;
  state: 'paused' | 'playing' | 'failed';
  at: number;
  duration: number | null;
}

const playing = createStore<Playing>(() => ({ fileId: null, state: 'paused', at: 0, duration: null }));

let element: HTMLAudioElement | undefined;
let frame = 0;
let until = Number.POSITIVE_INFINITY;
let rate = 1;

function audio(): HTMLAudioElement {
  if (element) return element;
  const made = new Audio();
  made.preload = 'auto';
  made.defaultPlaybackRate = rate;
  const follow = () => {
    playing.setState({ at: made.currentTime });
    if (made.currentTime >= until) made.pause();
    if (!made.paused) frame = requestAnimationFrame(follow);
  };
  made.onplay = () => {
    cancelAnimationFrame(frame);
    playing.setState({ state: 'playing' });
    follow();
  };
  made.onpause = () => playing.setState({ state: 'paused', at: made.currentTime });
  made.onseeked = () => playing.setState({ at: made.currentTime });
  made.onended = () => playing.setState({ state: 'paused', at: 0 });
  made.ondurationchange = () => playing.setState({ duration: Number.isFinite(made.duration) ? made.duration : null });
  made.onerror = () => playing.setState({ state: 'failed' });
  element = made;
  return made;
}

/** Plays a stored audio file, from one position to another in seconds, or from its current position. */
export async function playAudio(fileId: string, from?: number, to = Number.POSITIVE_INFINITY): Promise<void> {
  const element = audio();
  try {
    if (playing.getState().fileId !== fileId || playing.getState().state === 'failed') {
      playing.setState({ fileId, at: from ?? 0, duration: null, state: 'paused' });
      element.src = await addressOf(fileId);
    }
    if (playing.getState().fileId !== fileId) return;
    until = to;
    if (from !== undefined) element.currentTime = from;
    await element.play();
  } catch (thrown) {
    // Another file replaced it, or it was paused before it began.
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return;
    if (playing.getState().fileId === fileId) playing.setState({ state: 'failed' });
  }
}

/** Sets the speed of this and every later playback; 1 is normal. The pitch stays. */
export function setPlaybackRate(next: number): void {
  rate = next;
  if (element) Object.assign(element, { defaultPlaybackRate: rate, playbackRate: rate });
}

/** Pauses the playback; with a file id only if it is that one. */
export function pauseAudio(fileId?: string): void {
  if (fileId === undefined || playing.getState().fileId === fileId) element?.pause();
}

/** Seeks to a position in seconds, without playing. */
export async function seekAudio(fileId: string, at: number): Promise<void> {
  if (playing.getState().fileId !== fileId) {
    pauseAudio();
    playing.setState({ fileId, at, duration: null, state: 'paused' });
    audio().src = await addressOf(fileId);
  }
  until = Number.POSITIVE_INFINITY;
  audio().currentTime = at;
  playing.setState({ at });
}

/** Returns the playback state of a stored audio file; paused at its beginning when another one is playing. */
export function usePlayed<T>(fileId: string | null, pick: (state: Omit<Playing, 'fileId'>) => T): T {
  return useStore(playing, (state) => pick(fileId !== null && state.fileId === fileId ? state : still));
}

const still = { state: 'paused', at: 0, duration: null } as const;
