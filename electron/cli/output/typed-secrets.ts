import { looksLikeKey } from '#shared/looks-like-key.ts';
import type { Terminal, Tone } from './terminal.ts';

/** As the core writes it. */
const redactedKey = '[redacted key]';

/** Returns the parts of a command line that look like keys, the longest first. */
function keysIn(argv: readonly string[]): string[] {
  const words = argv.flatMap((word) => [
    word,
    ...word.split(/[\s"'=:,;&?@()<>[\]{}|]+/),
    // A path: the key may be in the place of a file name.
    ...word.split(/[\s"'=:,;&?@()<>[\]{}|/\\]+/),
  ]);
  return [...new Set(words.filter(looksLikeKey))].toSorted((a, b) => b.length - a.length);
}

/** A message may quote only the beginning of a long word. */
const shortestQuote = 12;

function withoutKey(text: string, key: string): string {
  const [lower, head] = [text.toLowerCase(), key.slice(0, shortestQuote).toLowerCase()];
  let shown = '';
  let done = 0;
  for (let at = lower.indexOf(head); at >= 0; at = lower.indexOf(head, done)) {
    let length = head.length;
    while (length < key.length && lower[at + length] === key[length]?.toLowerCase()) length += 1;
    shown += text.slice(done, at) + redactedKey;
    done = at + length;
  }
  return shown + text.slice(done);
}

/**
 * Returns a terminal whose messages repeat no key that was typed on the command line in the place of something else:
 * terminals keep their output, and so do the logs of CI services.
 */
export function withoutTypedKeys(terminal: Terminal, argv: readonly string[]): Terminal {
  const keys = keysIn(argv);
  if (keys.length === 0) return terminal;
  const clean = (text: string) => keys.reduce(withoutKey, text);
  return Object.create(terminal, {
    message: { value: (line: string, tone?: Tone) => terminal.message(clean(line), tone) },
    note: { value: (line: string, tone?: Tone) => terminal.note(clean(line), tone) },
    // Of data only failures: the rest is what the user asked for.
    data: { value: (chunk: string) => terminal.data(chunk.startsWith('{"type":"failure"') ? clean(chunk) : chunk) },
  }) as Terminal;
}
