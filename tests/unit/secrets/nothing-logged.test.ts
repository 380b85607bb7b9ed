import { Buffer } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { program, startProgram } from '../../support/cli/run-program.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { json, respond, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { filesBelow } from '../../support/files-below.ts';

const root = path.join(import.meta.dirname, '../../..');
const sources = ['electron', 'shared', 'renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name: path.join(folder, name), text: readFileSync(path.join(root, folder, name), 'utf8') })),
);

/** Source without comments and without strings, which contain code samples for other programs. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");

test('one file writes the log; besides it only the terminal prints, and the shell reports why it refuses to start', () => {
  const printing = sources.filter(({ text }) =>
    /\bconsole\.\w+\(|\bstd(?:out|err)\b|createWriteStream|appendFile|O_APPEND/.test(codeOf(text)),
  );
  const names = printing.map(({ name }) => name).filter((name) => !name.startsWith('electron/cli/'));
  expect(names.toSorted()).toEqual(
    [
      // Starts in development, and prints its own URL.
      'electron/browser/dev.ts',
      // These write the user's bytes into files: a stored one, a copy that is saved.
      'electron/core/files/file-store.ts',
      'electron/core/files/files.ts',
      'electron/desktop/drag-out.ts',
      // The program's log: names, codes and places, never a message.
      'electron/core/log/event-log.ts',
      // A second start from a clone, rejected switches and foreign frames, each by its own name.
      'electron/desktop/main.ts',
      'electron/desktop/security/forbidden-switches.ts',
      'electron/desktop/start-app.ts',
    ].toSorted(),
  );
});

const hostile = 'evil\r\nlevel=fatal\u001b[2J\u001b]0;owned\u0007\u202egpj.exe\u2028x';
/** What a terminal or a log reader would interpret. */
const acting = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]|[\u202a-\u202e\u2066-\u2069]/u;

test('text from a gateway appears escaped on stderr, each message on its own line', async () => {
  const server = await startRecordingServer(({ socket }) =>
    socket.write(json({ error: { message: hostile, code: hostile, type: hostile } }, 500)),
  );
  onTestFinished(() => server.close());
  const { stdout, stderr } = await program(['run', 'chat.completions', 'Hi', '-m', 'm', '--base-url', server.url], {
    env: { PATCHBAY_API_KEY: canaryKey },
  });
  expect(stdout).toBe('');
  expect(stderr).toContain('owned');
  expect(stderr).not.toMatch(acting);
  expect(stderr.split('\n').filter((line) => line.startsWith('level='))).toEqual([]);
});

test('a file name given by the gateway is escaped as well', async () => {
  const answer = respond(
    200,
    {
      'content-type': 'audio/wav',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(hostile)}.wav`,
    },
    Buffer.from('RIFF\0\0\0\0WAVEdata\x7f\x7f\x7f\x7fabcd'),
  );
  const server = await startRecordingServer(({ socket }) => socket.write(answer));
  onTestFinished(() => server.close());
  const { stdout, stderr } = await program(
    ['run', 'audio.speech', 'Hi', '-m', 'm', '--set', 'voice=a', '--base-url', server.url],
    {
      env: { PATCHBAY_API_KEY: canaryKey },
    },
  );
  // A pipe gets the audio with its length corrected, and nothing else; a screen gets no bytes at all.
  expect(stdout).toBe('RIFF\u0010\0\0\0WAVEdata\u0004\0\0\0abcd');
  expect(stderr).toContain('Written to stdout');
  expect(stderr).not.toMatch(acting);
});

test('the browser host prints one line, whatever it is asked and by whom', async () => {
  const page = tempFolder();
  mkdirSync(path.join(page, 'dist/renderer'), { recursive: true });
  writeFileSync(path.join(page, 'dist/renderer/index.html'), '<!doctype html><title>Patchbay</title>');
  const running = startProgram(['serve', '--no-open'], { root: page, env: { PATCHBAY_API_KEY: canaryKey } });
  await running.waitForOutput('\n');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(running.stdout())?.[1]);
  for (const request of [
    `GET /${encodeURIComponent(hostile)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: ${canaryKey}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: \u001b[2Jevil.test\r\n\r\n`,
    `POST /files HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${canaryKey}\r\nContent-Length: 5\r\n\r\nhello`,
    `\u001b]0;owned\u0007 nonsense\r\n\r\n`,
  ]) {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(request);
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    socket.destroy();
  }
  running.child.kill('SIGTERM');
  const { stdout, stderr } = await running.done;
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(acting);
  expect(stderr).not.toMatch(/evil|owned|nonsense|CANARY/);
  expect(canariesIn(stdout + stderr)).toEqual([]);
});

test.each(['SIGABRT', 'SIGKILL'] as const)(
  'a program that ends by %s in the middle of a reply leaves no key behind',
  async (signal) => {
    const arrived = Promise.withResolvers<void>();
    const server = await startRecordingServer(({ socket }) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"echo":"${canaryKey}`,
      );
      arrived.resolve();
    });
    onTestFinished(() => server.close());
    const home = tempFolder();
    const temporary = path.join(home, 'tmp');
    mkdirSync(temporary);
    // Where a user saves exchanges: the folder of a saved connection.
    const env = {
      PATCHBAY_API_KEY: canaryKey,
      HOME: home,
      TMPDIR: temporary,
      XDG_CONFIG_HOME: path.join(home, 'config'),
    };
    const running = startProgram(['run', 'chat.completions', 'Hi', '-m', 'm', '--base-url', server.url], {
      env,
      cwd: home,
    });
    await arrived.promise;
    running.child.kill(signal);
    const { stdout, stderr } = await running.done;
    expect(canariesIn(stdout + stderr)).toEqual([]);
    // The exchange was in progress: its record may be left, in a folder for temporary files.
    expect(filesBelow(home).flatMap(({ name, bytes }) => (canariesIn(bytes).length > 0 ? [name] : []))).toEqual([]);
    expect(
      readdirSync(os.homedir()).filter((name) => /^core(?:\.\d+)?$|\.heapsnapshot$|^report\..*\.json$/.test(name)),
    ).toEqual([]);
  },
);

const conversation = { model: 'm', messages: [{ role: 'user', content: 'x' }] };

test('no verbosity option makes the terminal print a key', async () => {
  const server = await startRecordingServer(({ socket, head }) =>
    socket.write(json({ ...completion(head), echo: canaryKey })),
  );
  onTestFinished(() => server.close());
  const ask = (...args: string[]) =>
    program(['run', 'chat.completions', '--body', JSON.stringify(conversation), '--base-url', server.url, ...args], {
      env: { PATCHBAY_API_KEY: canaryKey, NODE_DEBUG: 'http,net,tls,fetch', DEBUG: '*', NODE_V8_COVERAGE: '' },
    });
  for (const more of [['--json'], ['-v'], ['--debug'], ['--curl']]) {
    const { stdout, stderr } = await ask(...more);
    const own = stderr
      .split('\n')
      // Node's own socket trace is enabled by a variable of the user, and is not part of the program.
      .filter((line) => !/^(?:HTTP|NET|TLS) \d+:/.test(line))
      .join('\n');
    expect([more[0], canariesIn(stdout + own)]).toEqual([more[0], []]);
  }
}, 120_000);
