import { Writable } from 'node:stream';
import { createTerminal, type Terminal } from '../../../../electron/cli/terminal.ts';

export interface HeardTerminal extends Terminal {
  out(): string;
  err(): string;
}

/** A terminal over streams that remember, which pretend to be a screen where asked to. */
export function hearTerminal({
  isScreen = false,
  raw = false,
  env = {} as Record<string, string>,
} = {}): HeardTerminal {
  const make = () => {
    let heard = '';
    const stream = new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        heard += chunk;
        done();
      },
    });
    return { heard: () => heard, stream: Object.assign(stream, { isTTY: isScreen }) as unknown as NodeJS.WriteStream };
  };
  const [out, err] = [make(), make()];
  const terminal = createTerminal({ stdout: out.stream, stderr: err.stream, env, raw });
  return { ...terminal, out: out.heard, err: err.heard };
}
