import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { SnippetRequest } from '#core/export/snippet-request.ts';
import { toCurl as toCurlSnippet } from '#core/export/snippets/shell-commands.ts';

export const key = 'sk-"quoted" $HOME `x` \\ \'key\'';

/** Replaces curl: prints the number of its arguments and each of them, and its stdin when told to read it. */
const stub = `curl() {
  printf '%s\\0' "$#" "$@"
  for last; do :; done
  case "$last" in '@-') base64 | tr -d '\\n'; printf '\\0' ;; esac
}
`;

export interface Called {
  argv: string[];
  input: string | null;
}

/** How a shell parses commands: the arguments of each curl, and what it read. */
export function runInShell(folder: string, ...commands: string[]): Called[] {
  const script = path.join(folder, 'script');
  writeFileSync(script, stub + commands.join('\n'));
  const out = execFileSync('sh', [script], {
    cwd: folder,
    env: { PATH: process.env.PATH, PATCHBAY_API_KEY: key, PATCHBAY_X_TEAM: 'team secret' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const words = out.toString('utf8').split('\0');
  return commands.map(() => {
    const argv = words.splice(0, Number(words.shift()));
    const input = argv.at(-1) === '@-' ? Buffer.from(words.shift() ?? '', 'base64').toString('utf8') : null;
    return { argv, input };
  });
}

export const toCurl = (given: SnippetRequest) => toCurlSnippet(given).text;

export const request = (change: Partial<SnippetRequest> = {}): SnippetRequest => ({
  method: 'POST',
  address: 'https://gw.test/v1/chat/completions',
  headers: [
    ['Host', 'gw.test'],
    ['Accept-Encoding', 'identity'],
    ['Content-Type', 'application/json'],
    ['Authorization', 'Bearer [redacted key]'],
    ['Content-Length', '2'],
  ],
  body: { kind: 'text', text: '{}', inline: [] },
  routeId: 'chat.completions',
  streamed: false,
  notes: [],
  ...change,
});

/** The values of an option. */
export const values = (argv: string[], option: string) =>
  argv.flatMap((word, index) => (argv[index - 1] === option ? [word] : []));

const anything = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '$',
        '`',
        '\\',
        '\n',
        '\r',
        '!',
        '%',
        '@',
        ' ',
        '$(x)',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would expand it, which is the point
        '${y}',
        '-',
        '\t',
        'ü',
        '😀',
        "'\\''",
      ),
      { maxLength: 60 },
    )
    .map((signs) => signs.join('')),
);
// A command cannot contain NUL, and half a character is not text.
export const shellText = anything.map((text) => text.replaceAll('\0', '').toWellFormed());

/** Sends random bodies through a shell as the commands that contain them; returns how many came out unchanged. */
export function countEqualRoundTrips(folder: string, count: number, seed: number): number {
  const texts = fc.sample(shellText, { numRuns: count, seed });
  const commands = texts.map((text) => toCurl(request({ body: { kind: 'text', text, inline: [] } })));
  const called = runInShell(folder, ...commands);
  return texts.filter((text, index) => {
    const sent = values(called[index]?.argv ?? [], '--data-raw');
    return sent.length === 1 && sent[0] === text;
  }).length;
}
