import { createHash } from 'node:crypto';
import { fileToken } from '#shared/protocol/compose/inline-file.ts';
import { isObject } from '#shared/protocol/json.ts';
import type { FileRef, Part } from '#shared/protocol/part.ts';
import { withoutPlaceholders } from '../readers/intake/payload-cutter.ts';
import { formNotKept } from '../readers/parts/compose.ts';

type FormPart = Extract<Part, { type: 'reply-form' }>;

/** Longest form of a reply that is kept, in characters of its JSON without files: signatures have some thousands. */
const longestForm = 2 * 1024 * 1024;
/** Shorter texts are no media. */
const shortestBase64 = 64;

const keyOf = (base64: string) => createHash('sha256').update(base64).digest('base64');

/** The stored media of one response, found by their base64, which a reply contains a second time in its form. */
export class FormFiles {
  readonly #files = new Map<string, FileRef>();

  note(base64: string, ref: FileRef): void {
    this.#files.set(keyOf(base64), ref);
  }

  /** Returns the form with tokens in place of the base64 of stored files, or a warning where it is too large. */
  place(part: FormPart): Part {
    const used = new Map<string, FileRef>();
    const entries = this.#placed(part.entries, used) as FormPart['entries'];
    const text = JSON.stringify(entries);
    if (text.length > longestForm || withoutPlaceholders(text) !== text) return formNotKept('too large');
    return { ...part, entries, ...(used.size > 0 ? { files: [...used.values()] } : {}) };
  }

  #placed(value: unknown, used: Map<string, FileRef>): unknown {
    if (typeof value === 'string') return this.#token(value, used);
    if (Array.isArray(value)) return value.map((entry) => this.#placed(entry, used));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, this.#placed(entry, used)]));
  }

  #token(text: string, used: Map<string, FileRef>): string {
    if (this.#files.size === 0 || text.length < shortestBase64) return text;
    const start = text.startsWith('data:') ? text.indexOf(',') + 1 : 0;
    const ref = this.#files.get(keyOf(text.slice(start)));
    if (!ref) return text;
    used.set(ref.id, ref);
    return `${text.slice(0, start)}${fileToken(ref.id)}`;
  }
}
