import { PassThrough, Readable, Writable } from 'node:stream';
import { createTerminal, type Terminal } from '../../../electron/cli/output/terminal.ts';

export interface RecordingTerminal extends Terminal {
  out(): string;
  err(): string;
}

/** A stream that records what is written, and poses as a terminal if asked to. */
export function createRecordingStream(isScreen: boolean) {
  let written = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const screen = { isTTY: isScreen, columns: isScreen ? 80 : undefined };
  return { written: () => written, stream: Object.assign(stream, screen) as unknown as NodeJS.WriteStream };
}

/** A terminal over recording streams. */
export function createRecordingTerminal({
  isScreen = false,
  raw = false,
  quiet = false,
  env = {} as Record<string, string>,
} = {}): RecordingTerminal {
  const [out, err] = [createRecordingStream(isScreen), createRecordingStream(isScreen)];
  const terminal = createTerminal({ stdout: out.stream, stderr: err.stream, env, raw, quiet });
  return { ...terminal, out: out.written, err: err.written };
}

/** Input of a command without an interactive user. */
export const noKeyboard = (text = '') => ({
  stdin: Readable.from([text]) as unknown as NodeJS.ReadStream,
  stderr: createRecordingStream(false).stream,
});

/** A keyboard: what is written to it counts as typed or pasted. */
export function typedStdin(): NodeJS.ReadStream & PassThrough {
  const stream = new PassThrough();
  return Object.assign(stream, { isTTY: true, setRawMode: () => stream }) as unknown as NodeJS.ReadStream & PassThrough;
}
