import { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import { emptyBody } from '../failures/answers.ts';
import { unexpectedItems } from '../parts/unexpected.ts';
import { asBuffer } from './growing-bytes.ts';
import type { Intake, IntakeContext } from './intake.ts';
import type { MediaStream } from './media-stream.ts';

/** Reads an answer whose bytes are sound or a film. It has no end mark: only its transport knows whether it is whole. */
export function createMediaIntake({ facts }: Pick<IntakeContext, 'facts'>, media: MediaStream): Intake {
  let heard = 0;
  return {
    push(bytes) {
      heard += bytes.length;
      return media.push(asBuffer(bytes));
    },
    finished: false,
    get heard() {
      return heard;
    },
    end() {
      const parts = media.end();
      if (media.isEmpty) return { parts, verdict: 'empty', finishReason: null, error: emptyBody(facts) };
      return { parts, verdict: 'complete', finishReason: null, error: null };
    },
  };
}

const base64Pattern = /^[A-Za-z0-9+/_\s-]*(?:={1,2}\s*)?$/;

/** Joins the sound in the events of a speech stream to one. `events` reads the events themselves. */
export function createSpokenIntake(events: Intake, media: MediaStream): Intake {
  const joined = (parts: readonly Part[]): Part[] =>
    parts.flatMap((part) => {
      if (part.type !== 'audio' || part.base64 === undefined) return [part];
      if (!base64Pattern.test(part.base64))
        return [unexpectedItems('A piece of the sound is not base64 and was passed over; the sound has a gap there.')];
      return media.push(Buffer.from(part.base64, 'base64'));
    });
  return {
    push: (bytes) => joined(events.push(bytes)),
    get finished() {
      return events.finished;
    },
    get heard() {
      return events.heard;
    },
    end() {
      const ending = events.end();
      return { ...ending, parts: [...joined(ending.parts), ...media.end()] };
    },
  };
}
