import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { addressOf } from '../files/file-address.ts';

/** The one sound that is played: of which file, and how far it is, in seconds. */
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

function audio(): HTMLAudioElement {
  if (element) return element;
  const made = new Audio();
  made.preload = 'auto';
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

/** Plays a stored sound, from a moment to another one in seconds, or from where it stands. */
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
    // Another sound took its place, or it was paused before it began.
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return;
    if (playing.getState().fileId === fileId) playing.setState({ state: 'failed' });
  }
}

/** Pauses what is played; with a file only where it is that one. */
export function pauseAudio(fileId?: string): void {
  if (fileId === undefined || playing.getState().fileId === fileId) element?.pause();
}

/** Goes to a moment of a sound, in seconds, without playing it. */
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

/** How a stored sound is being played; standing still at its beginning when another one is. */
export function usePlayed<T>(fileId: string | null, pick: (state: Omit<Playing, 'fileId'>) => T): T {
  return useStore(playing, (state) => pick(fileId !== null && state.fileId === fileId ? state : still));
}

const still = { state: 'paused', at: 0, duration: null } as const;
