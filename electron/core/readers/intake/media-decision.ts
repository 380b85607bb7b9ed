import type { Buffer } from 'node:buffer';
import { GrowingBytes } from './growing.ts';
import { frameForm, mediaForm, signatureBytes } from './media-signature.ts';

/** A response that reads as text up to here is text: sound and video have other bytes long before. */
const mostText = 64 * 1024;

/** Content types under which audio and video never arrive. */
const textLabel = /^(?:text\/|application\/(?:json|problem\+json|xml|xhtml))/i;
/** Content types of text formats outside `text/`. */
const textForm = /[/+](?:json|x-ndjson|jsonl|xml|yaml|x-yaml|javascript|x-www-form-urlencoded)\b/i;
const audioLabel = /^audio\//i;
const mediaLabel = /^(?:audio|video|image)\//i;
/** Events of a speech stream, whatever their content type. */
const events = /^\s*(?:data: ?\{|event: ?\w|: ?\w)/;
const document = /^\s*[{[<]/;
const svgLabel = /^image\/svg\+xml/i;
const svgStart = /^\s*<(?:svg|\?xml|!--|!doctype s)/i;

interface DecisionInput {
  /** The `content-type` of the response. */
  label: string | null;
  /** `any`: of a request whose response may be anything. */
  expected: 'audio' | 'video' | 'any';
}

/**
 * Tells media from text by the bytes of a response. Errors arrive as JSON, as a page or as a sentence with a 2xx status,
 * some of them labeled as the media that was requested (BerriAI/litellm#4332); raw samples may begin with any byte.
 * Under a label of media, the bytes are therefore held back as long as all of them are text.
 */
export class MediaDecision {
  readonly #input: DecisionInput;
  readonly #held = new GrowingBytes();
  readonly #text = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  constructor(input: DecisionInput) {
    this.#input = input;
  }

  /** All bytes so far. Only valid until the next `push`. */
  get held(): Buffer {
    return this.#held.view;
  }

  /** Takes more bytes and returns whether they are media, `null` while undecided. `last`: no byte will follow. */
  push(bytes: Buffer, last: boolean): boolean | null {
    this.#held.append(bytes, 0, bytes.length);
    this.#isText &&= this.#reads(bytes);
    const { view } = this.#held;
    if (view.length < signatureBytes && !last) return null;
    if (view.length === 0) return false;
    const decided = this.#input.expected === 'any' ? this.#isFile(view) : this.#isMedia(view);
    if (decided !== null) return decided;
    return !this.#isText ? true : last || view.length > mostText ? false : null;
  }

  #reads(bytes: Buffer): boolean {
    if (bytes.some(isControl)) return false;
    try {
      this.#text.decode(bytes, { stream: true });
      return true;
    } catch {
      return false;
    }
  }

  /** Returns `null` when only the bytes that follow can tell. */
  #isMedia(held: Buffer): boolean | null {
    const { label, expected } = this.#input;
    if (mediaForm(held, expected === 'video')) return true;
    const text = held.toString('latin1', 0, signatureBytes);
    if (expected === 'video' && label !== null && svgLabel.test(label) && svgStart.test(text)) return true;
    if (held.length >= signatureBytes && events.test(text)) return false;
    if (label !== null && audioLabel.test(label) && expected === 'audio') return null;
    if (frameForm(held)) return true;
    if (label !== null && textLabel.test(label)) return false;
    return document.test(text) ? false : null;
  }

  #isFile(held: Buffer): boolean | null {
    const { label } = this.#input;
    if (mediaForm(held, true)) return true;
    if (label !== null && (textLabel.test(label) || textForm.test(label))) return false;
    const start = held.subarray(0, signatureBytes);
    if (document.test(start.toString('latin1'))) return false;
    if (label !== null && mediaLabel.test(label)) return null;
    if (label !== null && /^application\/(?!octet-stream)/i.test(label)) return true;
    return start.some(isControl);
  }
}

/** A byte that does not occur in text; an escape begins the color of a terminal. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
