import { PassThrough, Readable, Writable } from 'node:stream';
import { createTerminal, type Terminal } from '../../../../electron/cli/output/terminal.ts';

export interface HeardTerminal extends Terminal {
  out(): string;
  err(): string;
}

/** A stream that remembers what was written, and pretends to be a screen where asked to. */
export function hearStream(isScreen: boolean) {
  let heard = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      heard += chunk;
      done();
    },
  });
  const screen = { isTTY: isScreen, columns: isScreen ? 80 : undefined };
  return { heard: () => heard, stream: Object.assign(stream, screen) as unknown as NodeJS.WriteStream };
}

/** A terminal over streams that remember. */
export function hearTerminal({
  isScreen = false,
  raw = false,
  quiet = false,
  env = {} as Record<string, string>,
} = {}): HeardTerminal {
  const [out, err] = [hearStream(isScreen), hearStream(isScreen)];
  const terminal = createTerminal({ stdout: out.stream, stderr: err.stream, env, raw, quiet });
  return { ...terminal, out: out.heard, err: err.heard };
}

/** What a command gets that nobody sits in front of. */
export const noKeyboard = (text = '') => ({
  stdin: Readable.from([text]) as unknown as NodeJS.ReadStream,
  stderr: hearStream(false).stream,
});

/** A keyboard: what is written to it was typed or pasted. */
export function typedStdin(): NodeJS.ReadStream & PassThrough {
  const stream = new PassThrough();
  return Object.assign(stream, { isTTY: true, setRawMode: () => stream }) as unknown as NodeJS.ReadStream & PassThrough;
}
