import * as z from 'zod/mini';
import { line, text } from './values.ts';

/** The lines about requests themselves. */

const headers = z.array(z.tuple([text, text]));

export const previewLines = [
  line('request', 'With `--dry-run`: the request that would be sent. Keys are redacted; files in a form are named.', {
    method: text,
    url: text,
    headers,
    body: text,
  }),
  line('curl', 'With `--curl`: the command that sends the request, and what it does differently.', {
    command: text,
    notes: z.array(text),
  }),
] as const;
