import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { redactedKey } from '../../../../../electron/core/redaction/redact.ts';
import { all, type Bench, collect, never, startBench } from '../../../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';
import { respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

const callContext = { signal: never };
const patient = { connectMs: 30_000, headersMs: 30_000, idleMs: 30_000, totalMs: null };

/** A bench whose gateway responds with that JSON text; stored files can be opened again. */
async function answering(text: string): Promise<Bench> {
  const answer = respond(200, { 'content-type': 'application/json' }, text);
  const server = await startRecordingServer(({ socket }) => socket.write(answer));
  const bench = startBench(server.url, { deadlines: () => patient });
  onTestFinished(async () => {
    await bench.close();
    await server.close();
  });
  return bench;
}

function openAgain(bench: Bench): void {
  for (const [id, { bytes, ...facts }] of bench.made)
    bench.files.set(id, {
      ...facts,
      sizeBytes: bytes.length,
      async *stream() {
        yield bytes;
      },
    });
}

const partsOf = <Type extends Part['type']>(parts: readonly Part[], type: Type) =>
  parts.filter((part): part is Extract<Part, { type: Type }> => part.type === type);

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(3_000_000)]);
const images = {
  routeId: 'images.generations' as const,
  body: { kind: 'json' as const, text: '{"model":"m","prompt":"x"}' },
};

test.each([
  ['as it is', (base64: string) => base64],
  ['with its slashes escaped', (base64: string) => base64.replaceAll('/', '\\/')],
  ['in lines', (base64: string) => base64.replace(/.{76}/g, '$&\\n')],
  ['with escapes of signs', (base64: string) => base64.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d')],
])('a large image %s becomes a file, byte for byte, and is found again', async (_, spell) => {
  const text = `{"created":1,"data":[{"b64_json":"${spell(png.toString('base64'))}"},{"b64_json":"${png.toString('base64', 0, 600)}"}],"size":"1x1"}`;
  const bench = await answering(text);
  const { parts, end, id } = await bench.run(images);
  expect(end.state).toBe('done');
  const [imageBytes, small] = partsOf(parts, 'image');
  expect(imageBytes).toMatchObject({ mediaType: 'image/png', index: 0, size: '1x1' });
  expect(imageBytes).not.toHaveProperty('base64');
  expect(bench.made.get(imageBytes?.ref?.id ?? '')?.bytes.equals(png)).toBe(true);
  expect(bench.made.get(small?.ref?.id ?? '')?.bytes.equals(png.subarray(0, 600))).toBe(true);
  const [row] = await all(bench.exchanges.handlers.events({ id, from: 0 }, callContext));
  expect(row).toMatchObject({ kind: 'image', sizeBytes: text.length });
  expect(row?.data).toMatch(/\[\d+ bytes of base64, from byte \d+ of the recorded response\]/);
  const { totalBytes } = await bench.exchanges.handlers.body(
    { id, side: 'response', offset: 0, length: 1 },
    callContext,
  );
  expect(totalBytes).toBe(text.length);
  openAgain(bench);
  const again = collect(await all(bench.exchanges.handlers.watch({ id }, callContext)));
  expect(partsOf(again.parts, 'image')).toEqual([imageBytes, small]);
  // Its file is missing: it is created again from the record.
  bench.files.clear();
  const late = collect(await all(bench.exchanges.handlers.watch({ id }, callContext)));
  expect(bench.made.get(partsOf(late.parts, 'image')[0]?.ref?.id ?? '')?.bytes.equals(png)).toBe(true);
});

test('large audio in a chat becomes a file beside its text', async () => {
  const audioBytes = Buffer.concat([Buffer.from('ID3\x04'), randomBytes(2_000_000)]);
  const audio = { id: 'a', data: audioBytes.toString('base64'), transcript: 'hello' };
  const bench = await answering(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { audio } }] }));
  const { parts, id } = await bench.run();
  expect(partsOf(parts, 'audio')).toMatchObject([{ transcript: 'hello' }]);
  expect(partsOf(parts, 'audio')[0]).not.toHaveProperty('base64');
  const [file] = partsOf(parts, 'file');
  expect(file?.ref).toMatchObject({ name: 'sound-1.mp3', type: 'audio/mpeg' });
  expect(bench.made.get(file?.ref.id ?? '')?.bytes.equals(audioBytes)).toBe(true);
  openAgain(bench);
  const again = collect(await all(bench.exchanges.handlers.watch({ id }, callContext)));
  expect(partsOf(again.parts, 'file')).toEqual([file]);
});

test('text that only begins like base64 is not stored, and a warning says so', async () => {
  const bench = await answering(`{"data":[{"b64_json":"${png.toString('base64').slice(0, 600_000)} and words"}]}`);
  const { parts } = await bench.run(images);
  expect(bench.made.size).toBe(0);
  expect(partsOf(parts, 'warning')).toMatchObject([
    { code: 'not-kept', message: expect.stringContaining('in the recorded response') },
  ]);
  expect(partsOf(parts, 'image')[0]).not.toHaveProperty('base64');
});

/** Every second character: the bytes show neither the key nor its escapes. */
const escaped = [...canaryKey]
  .map((character, at) => (at % 2 === 0 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`))
  .join('');
/** Spellings that only Markdown separates are found when the reply is read. */
const bold = [...canaryKey].map((character, at) => (at % 2 === 0 ? character : `**${character}**`)).join('');
const words = 'All work and no play.\\nAnd so on. ';

test.each([
  ['escapes hide in the middle', escaped, 60_000, redactedKey],
  ['escapes hide at the end', escaped, 0, redactedKey],
  ['bold letters hide in the middle', bold, 60_000, '*'.repeat(bold.length)],
  ['bold letters hide at the end', bold, 0, '*'.repeat(bold.length)],
])('a key that %s of a large response is neither shown nor left in the record', async (_, hidden, behind, mark) => {
  const content = `${words.repeat(60_000)}${hidden}${words.repeat(behind)}`;
  const text = `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"${content}"}}]}`;
  const bench = await answering(text);
  const { parts, end, id } = await bench.run();
  expect(end.state).toBe('done');
  expect(JSON.stringify(parts).includes(canaryKey)).toBe(false);
  const body = await bench.exchanges.handlers.body({ id, side: 'response', offset: 0, length: 4_194_304 }, callContext);
  const kept = Buffer.from(body.base64, 'base64').toString();
  expect(kept).toBe(text.replace(hidden, mark));
  const { choices } = JSON.parse(kept) as { choices: { message: { content: string } }[] };
  const reply = choices[0]?.message.content ?? '';
  expect(reply.includes(canaryKey)).toBe(false);
  expect(collect(await all(bench.exchanges.handlers.watch({ id }, callContext))).text).toBe(reply);
});

const long = 'All work and no play. '.repeat(60_000);

test.each([
  ['two long ones', [`${long}It is ${canaryKey.slice(0, 21)}`, `${canaryKey.slice(21)} and ${long}`]],
  ['a long one and many of one letter', [`${long}It is ${canaryKey.slice(0, 5)}`, ...canaryKey.slice(5), long]],
])(
  'a key spelled over several strings of a large response, %s, is neither shown nor left in the record',
  async (_, texts) => {
    const content = texts.map((text) => ({ type: 'text', text }));
    const message = { role: 'assistant', content };
    const text = JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] });
    expect(text.length).toBeGreaterThan(2 * 1024 ** 2);
    const bench = await answering(text);
    const { text: reply, end, id } = await bench.run();
    expect(end.state).toBe('done');
    expect(reply.startsWith(`${long}It is `)).toBe(true);
    expect(reply.endsWith(long)).toBe(true);
    expect(canariesIn(reply)).toEqual([]);
    const again = collect(await all(bench.exchanges.handlers.watch({ id }, callContext))).text;
    expect(canariesIn(again)).toEqual([]);
    // Nothing else was touched.
    expect(again.startsWith(`${long}It is `)).toBe(true);
    expect(again.endsWith(long)).toBe(true);
  },
);
