import * as z from 'zod/mini';
import type { FileRef } from '../protocol/part.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

export const files = {
  get: call(z.object({ id: identifier }), out<FileRef>()),
  /** Returns a short-lived URL from which the page can load the bytes, with range requests. */
  link: call(z.object({ id: identifier }), out<string>()),
  /** Stores text that the page generated (an export) as a file. */
  keep: call(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      type: z.string().check(z.maxLength(120)),
      text: z.string().check(z.maxLength(64_000_000)),
    }),
    out<FileRef>(),
  ),
  /** Asks where to save and copies the file there. Returns the selected name, or `null` when the user canceled. */
  save: call(z.object({ id: identifier }), out<string | null>()),
};
