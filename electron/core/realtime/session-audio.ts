import { Buffer } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Clock, FilePort } from '../ports.ts';
import { formatsOf, usualFormat } from '../readers/session/audio-format.ts';
import type { JsonFields } from '../readers/session/session-line.ts';
import { type Playing, playFile } from './audio/play-file.ts';
import { audioMs, createAppender, openTracks } from './audio/tracks.ts';
import type { SessionRecord } from './record/session-record.ts';
import type { SessionConnection } from './session-connection.ts';
import type { SessionTimings } from './timings.ts';

interface Parts {
  connection: SessionConnection;
  record: SessionRecord;
  clock: Clock;
  timings: SessionTimings;
  files: FilePort;
  folder: string | null;
  nowMs(): number;
  /** The user's audio arrived while there was no connection. */
  onDropped(ms: number): void;
}

/** A file is not played while more than this is waiting to be sent. */
const waitingBytes = 1024 ** 2;

export type SessionAudio = ReturnType<typeof createSessionAudio>;

/** Handles the audio of a session in both directions: sent or dropped, and recorded in any case. */
export function createSessionAudio(
  id: string,
  { connection, record, clock, timings, files, folder, nowMs, onDropped }: Parts,
) {
  const tracks = openTracks(folder, id);
  let format = usualFormat;
  let appendEvent = createAppender(format);
  let playing: AbortController | null = null;
  /** Runs while the gateway detects speech: restarts with all audio that is sent. */
  let silenceTimer: NodeJS.Timeout | undefined;
  let isSpeaking = false;
  /** Milliseconds dropped because the network is too slow. */
  let lateMs = 0;

  /**
   * Speech ends with silence, which only a microphone sends. Where audio stops (the page was reloaded, a device
   * unplugged, a microphone muted) the turn is committed here, or the gateway would wait for the end of speech forever.
   */
  function awaitAudio(): void {
    clearTimeout(silenceTimer);
    if (!isSpeaking) return;
    silenceTimer = setTimeout(() => {
      isSpeaking = false;
      connection.send('{"type":"input_audio_buffer.commit"}');
    }, timings.goneMs);
  }

  function send(base64: string): void {
    if (lateMs > 0) {
      const late = formatDuration(lateMs);
      lateMs = 0;
      const found = failure('upload-stalled', `${late} of audio were not sent, because the network was too slow.`, {
        hint: 'They are in the recording. Audio is being sent again.',
      });
      record.problem(found);
    }
    connection.send(appendEvent(base64));
    awaitAudio();
  }

  function drop(base64: string): void {
    if (lateMs === 0) record.problem(slow);
    lateMs += audioMs(base64);
  }

  /** Takes the user's audio. `isLive`: there is a session that can take it. */
  function takeInput(base64: string, isLive: boolean): void {
    tracks.addInput(Buffer.from(base64, 'base64'), nowMs());
    if (!isLive) onDropped(audioMs(base64));
    else if (connection.hasRoom()) send(base64);
    else drop(base64);
  }

  /** The gateway's VAD detects speech, or no longer. */
  function speech(isOpen: boolean): void {
    isSpeaking = isOpen;
    awaitAudio();
  }

  const stopPlaying = (): void => playing?.abort();

  return {
    takeInput,
    speech,
    stopPlaying,
    /** Takes the active format from the session. */
    configure(session: JsonFields): void {
      const next = formatsOf(session).input ?? format;
      if (next.coding !== format.coding || next.rate !== format.rate) appendEvent = createAppender(next);
      format = next;
    },
    goLive(): void {
      lateMs = 0;
    },
    /** Takes the model's audio, or the truncation of what was not heard. */
    take(part: Extract<SessionPart, { type: 'audio' | 'truncated' }>): void {
      if (part.type === 'truncated') tracks.cut(part.itemId, part.playedMs);
      else tracks.addOutput(part.itemId, part.base64, nowMs());
    },
    cut: tracks.cut,
    play(fileId: string, pace: 'real' | 'fast', isLive: () => boolean): void {
      stopPlaying();
      playing = new AbortController();
      const { signal } = playing;
      const onChunk = async (base64: string) => {
        takeInput(base64, isLive());
        while (connection.waitingBytes() > waitingBytes && !signal.aborted) await wait(10);
        if (pace === 'fast') await wait(1);
      };
      const onProgress = (progress: Parameters<Playing['onProgress']>[0]) => {
        if (!record.isOver) record.note({ type: 'playing', ...progress });
      };
      void playFile(files, { fileId, pace, chunkMs: timings.chunkMs, signal, clock, onChunk, onProgress }).then(
        (found) => found && record.problem(found),
        () => record.problem(unreadable),
      );
    },
    close(): void {
      stopPlaying();
      speech(false);
      tracks.close();
    },
  };
}

const slow = failure('upload-stalled', 'The network is too slow, so audio is paused until it catches up.', {
  hint: 'The audio is kept in the recording. Text is still sent.',
});
const unreadable = failure('storage', 'The file could not be read.', { hint: 'Select it again.' });
