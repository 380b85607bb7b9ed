import { Buffer } from 'node:buffer';
import { expect, onTestFinished, test } from 'vitest';
import { memoryFile, startBench } from '../../support/exchange/bench.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';

const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f, 0x80, 0x85, 0x9f];

/** Possible names of a file, and what may appear of them in the head of its part. */
const names: [name: string, sent: string][] = [
  ['plain.wav', 'plain.wav'],
  ...controls.map((code): [string, string] => [`a${String.fromCharCode(code)}b.wav`, 'a_b.wav']),
  ['with "quotes".wav', 'with %22quotes%22.wav'],
  ['a"; filename="b.wav', 'a%22; filename=%22b.wav'],
  ['line\r\nX-Injected: 1.wav', 'line__X-Injected: 1.wav'],
  ['b\\ack.wav', 'ack.wav'],
  ['sl/ash.wav', 'ash.wav'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\Users\\me\\a.wav', 'a.wav'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['folder/', 'file'],
  [' .. ', 'file'],
  [`${'n'.repeat(300)}.wav`, `${'n'.repeat(196)}.wav`],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['lone \ud800 surrogate.wav', 'lone \ufffd surrogate.wav'],
  ['\udc00', '\ufffd'],
  ['grüße 😀.wav', 'grüße 😀.wav'],
];

test('whatever a file is called, its bytes on the socket are one part with an escaped name without a path', async () => {
  const server = await startRecordingServer(
    ({ socket, body }) => void body.then(() => socket.write(json({ text: 'ok' }))),
  );
  onTestFinished(() => server.close());
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  for (const [name, expected] of names) {
    bench.files.set('f1', memoryFile(name, 'audio/wav\r\nX-Injected: 1', Buffer.from('RIFF')));
    const fields = [
      { kind: 'text' as const, name: 'model', value: 'm\r\n--x' },
      { kind: 'file' as const, name: 'file', fileId: 'f1' },
    ];
    const { end } = await bench.run({ routeId: 'audio.transcriptions', body: { kind: 'form', fields } });
    expect(end.state).toBe('done');
    const request = server.requests.at(-1);
    const bytes = (await request?.body) ?? Buffer.alloc(0);
    const boundary = /boundary=(\S+)/.exec(request?.head ?? '')?.[1] ?? 'none';
    const pieces = bytes.toString('utf8').split(`--${boundary}`);
    expect(pieces).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n--x\r\n',
      `\r\nContent-Disposition: form-data; name="file"; filename="${expected}"\r\nContent-Type: application/octet-stream\r\n\r\nRIFF\r\n`,
      '--\r\n',
    ]);
    expect(request?.headers).toContainEqual(['Content-Length', String(bytes.length)]);
  }
});
