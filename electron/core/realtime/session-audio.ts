import { Buffer } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Clock, FilePort } from '../ports.ts';
import type { JsonFields } from '../readers/session/json-fields.ts';
import { type AudioFormat, formatsOf } from '../readers/session/output-format.ts';
import { playFile } from './audio/play-file.ts';
import { appendEvent, audioMs, Voice } from './audio/voice.ts';
import type { SessionRecord } from './record/session-record.ts';
import type { SessionConnection } from './session-connection.ts';
import type { SessionTimings } from './timings.ts';

interface Parts {
  wire: SessionConnection;
  record: SessionRecord;
  clock: Clock;
  timings: SessionTimings;
  files: FilePort;
  folder: string | null;
  nowMs(): number;
  /** Sound of the person came while there was no connection. */
  onDropped(ms: number): void;
}

/** A file is not played faster than so much of it waits to be sent. */
const waitingBytes = 1024 ** 2;

/** Sound of a session in both directions: sent or dropped, and kept in any case. */
export class SessionAudio {
  readonly #parts: Parts;
  readonly #voice: Voice;
  #format: AudioFormat = 'pcm16';
  #playing: AbortController | null = null;
  /** Runs while the gateway hears speech: begins anew with all audio that is sent. */
  #gone: NodeJS.Timeout | undefined;
  #isSpeaking = false;
  /** Milliseconds dropped because the network is too slow. */
  #lateMs = 0;

  constructor(id: string, parts: Parts) {
    this.#parts = parts;
    this.#voice = new Voice(parts.folder, id);
  }

  /** What the gateway says is in force. */
  configure(session: JsonFields): void {
    this.#format = formatsOf(session).input ?? this.#format;
  }

  goLive(): void {
    this.#lateMs = 0;
  }

  /** Sound of the person. `isLive`: there is a session that can take it. */
  hear(base64: string, isLive: boolean): void {
    this.#voice.heard(Buffer.from(base64, 'base64'), this.#parts.nowMs());
    if (!isLive) this.#parts.onDropped(audioMs(base64));
    else if (this.#parts.wire.hasRoom) this.#send(base64);
    else this.#drop(base64);
  }

  /** The gateway hears speech, or no longer. */
  speech(isOpen: boolean): void {
    this.#isSpeaking = isOpen;
    this.#awaitAudio();
  }

  /**
   * Speech ends with silence, which only a microphone sends. Where none does any more (a page was reloaded, a device
   * unplugged, a voice muted) the turn is ended here, or the gateway would go on hearing somebody.
   */
  #awaitAudio(): void {
    clearTimeout(this.#gone);
    if (!this.#isSpeaking) return;
    this.#gone = setTimeout(() => {
      this.#isSpeaking = false;
      this.#parts.wire.send('{"type":"input_audio_buffer.commit"}');
    }, this.#parts.timings.goneMs);
  }

  /** Sound of the model, or the news that not all of it was heard. */
  take(part: Extract<SessionPart, { type: 'audio' | 'truncated' }>): void {
    if (part.type === 'truncated') this.cut(part.itemId, part.playedMs);
    else this.#voice.spoken(part.itemId, part.base64, this.#parts.nowMs());
  }

  cut(itemId: string, playedMs: number): void {
    this.#voice.cut(itemId, playedMs);
  }

  play(fileId: string, pace: 'real' | 'fast', isLive: () => boolean): void {
    this.stopPlaying();
    const playing = new AbortController();
    this.#playing = playing;
    const { record, files, timings, clock, wire } = this.#parts;
    const give = async (base64: string) => {
      this.hear(base64, isLive());
      while (wire.waitingBytes > waitingBytes && !playing.signal.aborted) await wait(10);
      if (pace === 'fast') await wait(1);
    };
    void playFile(files, {
      fileId,
      pace,
      chunkMs: timings.chunkMs,
      signal: playing.signal,
      clock,
      give,
      onProgress: (progress) => {
        if (!record.isOver) record.note({ type: 'playing', ...progress });
      },
    }).then(
      (found) => {
        if (found && !record.isOver) record.note({ type: 'problem', failure: found, fatal: false, eventId: null });
      },
      () => {
        if (!record.isOver) record.note({ type: 'problem', failure: unreadable, fatal: false, eventId: null });
      },
    );
  }

  stopPlaying(): void {
    this.#playing?.abort();
  }

  close(): void {
    this.stopPlaying();
    this.speech(false);
    this.#voice.close();
  }

  #send(base64: string): void {
    if (this.#lateMs > 0) this.#tellLate();
    this.#parts.wire.send(appendEvent(base64, this.#format));
    this.#awaitAudio();
  }

  #drop(base64: string): void {
    if (this.#lateMs === 0) this.#parts.record.note({ type: 'problem', failure: slow, fatal: false, eventId: null });
    this.#lateMs += audioMs(base64);
  }

  #tellLate(): void {
    const late = formatDuration(this.#lateMs);
    this.#lateMs = 0;
    const found = failure('upload-stalled', `The network was too slow: ${late} of audio were not sent.`, {
      hint: 'They are in the recording. What you say now is sent again.',
    });
    this.#parts.record.note({ type: 'problem', failure: found, fatal: false, eventId: null });
  }
}

const slow = failure('upload-stalled', 'The network is too slow: sound is not sent until it has caught up.', {
  hint: 'It is kept in the recording. What you write is still sent.',
});
const unreadable = failure('storage', 'The file could not be read.', { hint: 'Choose it again.' });
