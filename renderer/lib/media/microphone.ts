import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';
import { addWorklet } from '../workers/workers.ts';
import workletAddress from './microphone-worklet.ts?worker&url';
import { levelOf } from './pcm.ts';
import { createResampler } from './resample.ts';

export interface MicrophoneOptions {
  /** As `listMicrophones` returns it; empty for the default one. */
  deviceId?: string;
  /** Echo cancellation, noise suppression and automatic gain control by the system. Default: true. */
  clean?: boolean;
  /** Rate of the samples passed to `onSamples`, in Hz. */
  sampleRate: number;
  /** Called about 50 times a second with mono samples from -1 to 1, and their level from 0 to 1. */
  onSamples: (samples: Float32Array, level: number) => void;
  /** The device was disconnected or taken away. No more samples arrive. */
  onLost: (failure: Failure) => void;
}

export interface Microphone {
  /** Name of the device, as the system gives it. */
  readonly label: string;
  stop(): void;
}

/**
 * Opens a microphone. Rejects with an `AppError` whose sentence gives the cause: no permission, no device, a device
 * that another program uses.
 */
export async function openMicrophone({
  deviceId,
  clean = true,
  sampleRate,
  onSamples,
  onLost,
}: MicrophoneOptions): Promise<Microphone> {
  const stream = await openStream(deviceId, clean);
  const [track] = stream.getAudioTracks();
  const context = new AudioContext();
  let isOpen = true;
  const stop = () => {
    isOpen = false;
    for (const each of stream.getTracks()) each.stop();
    void context.close().catch(() => undefined);
  };
  try {
    await addWorklet(context, new URL(workletAddress, import.meta.url));
    const collector = new AudioWorkletNode(context, 'patchbay-microphone', { numberOfOutputs: 0 });
    const resampler = createResampler(context.sampleRate, sampleRate);
    collector.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      if (isOpen) onSamples(resampler.push(data), levelOf(data));
    };
    context.createMediaStreamSource(stream).connect(collector);
    // A page without any user gesture yet may have to wait for a press.
    await context.resume();
  } catch (thrown) {
    stop();
    throw thrown;
  }
  track?.addEventListener('ended', () => {
    if (!isOpen) return;
    stop();
    onLost(failureText('bad-input', words().lost(track.label)));
  });
  return { label: track?.label ?? '', stop };
}

async function openStream(deviceId: string | undefined, clean: boolean): Promise<MediaStream> {
  // Absent where the page is neither from this computer nor over TLS.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new AppError(failureText('bad-input', words().none));
  try {
    return await devices.getUserMedia({
      audio: {
        echoCancellation: clean,
        noiseSuppression: clean,
        autoGainControl: clean,
        ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
      },
    });
  } catch (thrown) {
    throw new AppError(reasonOf(thrown));
  }
}

function reasonOf(thrown: unknown): Failure {
  const name = thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError') return failureText('forbidden', words().forbidden);
  if (name === 'NotReadableError') return failureText('bad-input', words().held);
  return failureText('bad-input', name === 'OverconstrainedError' ? words().gone : words().none);
}

const words = () => strings().texts.microphone;

export interface MicrophoneDevice {
  id: string;
  label: string;
}

/** Lists the microphones of this computer. Their names are empty until one was allowed once. */
export async function listMicrophones(): Promise<MicrophoneDevice[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = (await devices?.enumerateDevices()) ?? [];
  return found.filter(({ kind }) => kind === 'audioinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}
