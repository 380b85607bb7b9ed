import { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import { emptyBody } from '../failures/answers.ts';
import { unexpectedItems } from '../parts/unexpected.ts';
import { asBuffer } from './growing-bytes.ts';
import type { Intake, IntakeContext } from './intake.ts';
import { frameForm, mediaForm, signatureBytes } from './media-signature.ts';
import type { MediaStream } from './media-stream.ts';

/** Labels under which no sound and no film ever comes. */
const textLabel = /^(?:text\/|application\/(?:json|problem\+json|xml|xhtml))/i;
const audioLabel = /^audio\//i;
const mediaLabel = /^(?:audio|video|image)\//i;
/** Events of a speech stream, whatever they are labelled. */
const events = /^\s*(?:data: ?\{|event: ?\w|: ?\w)/;
const document = /^\s*[{[<]/;

/**
 * Tells whether an answer that should be sound or a film is one. Errors come as JSON or as a page under a good status,
 * mostly labelled as such; raw samples may begin with any byte, so under a label of sound a first `{` proves nothing.
 *
 * @param held the first 12 bytes, or all there are.
 */
export function isMedia(held: Buffer, label: string | null, isVideo: boolean): boolean {
  if (held.length === 0) return false;
  if (mediaForm(held, isVideo)) return true;
  const text = held.toString('latin1');
  if (held.length >= signatureBytes && events.test(text)) return false;
  if (label !== null && audioLabel.test(label) && !isVideo) return true;
  if (frameForm(held)) return true;
  if (label !== null && textLabel.test(label)) return false;
  if (document.test(text)) return false;
  if (label !== null && mediaLabel.test(label)) return true;
  return !isPlainText(held);
}

/** Labels of text in forms that have no type of their own under `text/`. */
const textForm = /[/+](?:json|x-ndjson|jsonl|xml|yaml|x-yaml|javascript|x-www-form-urlencoded)\b/i;

/**
 * Tells whether an answer of any kind is a file, rather than text to be read: by its mark, its label, or a byte that no
 * text has.
 *
 * @param held the first 12 bytes, or all there are.
 */
export function isFile(held: Buffer, label: string | null): boolean {
  if (held.length === 0) return false;
  if (mediaForm(held, true)) return true;
  if (label !== null && (textLabel.test(label) || textForm.test(label))) return false;
  if (document.test(held.toString('latin1'))) return false;
  if (label !== null && (mediaLabel.test(label) || /^application\/(?!octet-stream)/i.test(label))) return true;
  return held.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}

/** Letters, signs and blanks of ASCII only: a sentence, and neither samples nor a container. */
const isPlainText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13);

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
