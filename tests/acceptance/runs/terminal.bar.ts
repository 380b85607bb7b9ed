import { Buffer } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { failureCodes } from '#shared/protocol/failure.ts';
import { exitCodes, exitOfFailure, exitOfRun } from '../../../electron/cli/exit-codes.ts';
import { delta, done, finish } from '../../support/exchange/chat-wire.ts';
import type { Bar } from '../bar.ts';

const program = path.join(import.meta.dirname, '../../../bin/patchbay.mjs');

const alphabet = [
  // Marks of Markdown, which the program renders with styles of its own.
  ...['*', '**', '`', '_', '# ', '\n'],
  ...['\u001b', '[', ']', '0;', '52;c;', '31m', '2J', '6n', 'P', '_', '^', '\\', '\u0007', '\b', '\r', '\u007f', '\0'],
  ...[
    '\u009b',
    '\u009d',
    '\u009c',
    '\u202e',
    '\u2066',
    '\u2028',
    '\u{e0041}',
    '\u200b',
    '\ufeff',
    'a',
    ' ',
    '字',
    '😀',
  ],
];

/** Random model output, each chunk of which tries to make a terminal do something. */
function outputs(count: number): string[] {
  let state = 31;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(12) }, () => alphabet[below(alphabet.length)]).join(''),
  );
}

/** What a pseudo-terminal received while the program printed its reply. */
async function seenOnTerminal(texts: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'text/event-stream');
      response.end(texts.map(delta).join('') + finish + done);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const words = ['run', 'chat.completions', 'x', '-m', 'm', '--stream', '--base-url', `http://127.0.0.1:${port}`];
  const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  const running = spawn('script', ['-qec', command, '/dev/null'], {
    // Colors as on a terminal of its own, whatever the runner of the bars asked for.
    env: { ...process.env, NO_COLOR: '', FORCE_COLOR: '', PATCHBAY_API_KEY: 'sk-of-this-bar', TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pieces: Buffer[] = [];
  running.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  await once(running, 'close');
  server.close();
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * What the program itself writes, in addition to the output above: the progress line and its removal, line ends as a terminal
 * writes them, dimmed text, the green of a completed run, and the styles of Markdown.
 */
const own = [
  '\r\u001b[2m',
  '\r\u001b[K',
  '\u001b[K',
  '\r\n',
  '\n',
  '\u001b[2m',
  '\u001b[22m',
  '\u001b[32m',
  '\u001b[39m',
  ...['\u001b[1m', '\u001b[3m', '\u001b[23m', '\u001b[36m'],
];
const foreign = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c|\u200d)\p{Cf}/gu;

export const bar: Bar = {
  promise: 'Model output cannot control the terminal, and every failure has its exit status.',
  needs: () =>
    spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0
      ? null
      : 'the command "script", which opens a terminal, is missing',
  async run({ long }) {
    const count = long ? 5_000 : 1_000;
    const seen = await seenOnTerminal(outputs(count));
    const acting = own.reduce((text, sign) => text.replaceAll(sign, ''), seen).match(foreign)?.length ?? 0;
    const known: ReadonlySet<number> = new Set(Object.values(exitCodes));
    const right = failureCodes.filter((code) => exitOfFailure(code) !== 0 && known.has(exitOfFailure(code))).length;
    const endsRight = exitOfRun('done', null) === 0 && exitOfRun('interrupted', 'reset') === exitCodes.interrupted;
    return {
      figure: `${count} outputs, ${acting} foreign control characters; ${right} of ${failureCodes.length} failures have an exit status`,
      held: seen.includes('␛') && acting === 0 && right === failureCodes.length && endsRight,
    };
  },
};
