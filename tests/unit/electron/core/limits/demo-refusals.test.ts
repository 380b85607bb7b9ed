import { expect, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

type Asked = Omit<DraftInput, 'connectionId'>;

const json = (routeId: Asked['routeId'], body: object): Asked => ({
  routeId,
  body: { kind: 'json', text: JSON.stringify(body) },
});
const messages = [{ role: 'user', content: 'Hi' }];
const upload = (routeId: Asked['routeId'], name: string, model: string): Asked & { bytes: [string, Uint8Array] } => ({
  routeId,
  body: {
    kind: 'form',
    fields: [
      { kind: 'text', name: 'model', value: model },
      { kind: 'file', name: 'file', fileId: '' },
    ],
  },
  bytes: [name, new Uint8Array(26 * 1024 * 1024)],
});

/** Real refusals of the demo gateway, and what each one teaches. */
const refusals: [what: string, asked: Asked & { bytes?: [string, Uint8Array] }, learned: Partial<LearnedLimit>][] = [
  [
    'an unsupported parameter',
    json('chat.completions', { model: 'demo-reasoner', messages, top_p: 0.5 }),
    { kind: 'unknown-parameter', field: 'top_p', model: 'demo-reasoner' },
  ],
  [
    'an unknown voice',
    json('audio.speech', { model: 'demo-tts', input: 'Hi', voice: 'nobody' }),
    { kind: 'unknown-value', field: 'voice', refused: 'nobody', allowed: expect.arrayContaining(['alloy']) },
  ],
  [
    'an unknown format of speech',
    json('audio.speech', { model: 'demo-tts', input: 'Hi', voice: 'alloy', response_format: 'au' }),
    { kind: 'unknown-value', field: 'response_format', refused: 'au', allowed: expect.arrayContaining(['wav']) },
  ],
  [
    'an unknown size of a picture',
    json('images.generations', { model: 'demo-image', prompt: 'a cat', size: '17x17' }),
    { kind: 'unknown-value', field: 'size', refused: '17x17', allowed: expect.arrayContaining(['1024x1024']) },
  ],
  [
    'an unknown size of a film',
    json('videos', { model: 'demo-video', prompt: 'a cat', size: '9999x1' }),
    { kind: 'unknown-value', field: 'size', refused: '9999x1' },
  ],
  [
    'a format of a file that it cannot hear',
    { ...upload('audio.transcriptions', 'talk.aiff', 'demo-whisper'), bytes: ['talk.aiff', new Uint8Array(64)] },
    { kind: 'unsupported-format', field: 'file', refused: 'aiff', allowed: expect.arrayContaining(['wav', 'mp3']) },
  ],
  [
    'a file that is too large (413)',
    upload('audio.transcriptions', 'talk.wav', 'demo-whisper'),
    { kind: 'largest-body', allowed: ['26214400'], model: null },
  ],
];

async function openDemo() {
  const core = await openCore({ dataFolder: tempFolder() });
  const connectionId = (await core.client.demo.start({})).connectionId ?? '';
  return { ...core, connectionId };
}

test.each(refusals)(
  '%s is learned with its words, its date and its exchange',
  async (_, { bytes, ...asked }, learned) => {
    const { client, files, connectionId } = await openDemo();
    let draft: DraftInput = { ...asked, connectionId };
    if (bytes && draft.body?.kind === 'form') {
      const [name, content] = bytes;
      const file = await files.admit(
        { name, type: name.endsWith('.wav') ? 'audio/wav' : 'audio/aiff', sizeBytes: content.length },
        (async function* () {
          yield content;
        })(),
      );
      const fields = draft.body.fields.map((field) => (field.kind === 'file' ? { ...field, fileId: file.id } : field));
      draft = { ...draft, body: { kind: 'form', fields } };
    }
    const before = Date.now();
    const end = (await readParts(client.exchanges.run(draft))).at(-1);
    if (end?.type !== 'run-end') throw new Error('the last part is not run-end');
    expect(end.state).toBe('failed');
    const limits = await client.limits.list({ connectionId });
    expect(limits).toEqual([expect.objectContaining({ ...learned, routeId: asked.routeId, times: 1 })]);
    const [limit] = limits;
    expect(limit?.exchangeId).toBe(end.exchangeId);
    expect(limit?.said).toBe(end.error?.gatewayMessage);
    // The clock of an exchange is finer than that of the date.
    expect(limit?.seenAt).toBeGreaterThanOrEqual(before - 1);
    expect(limit?.seenAt).toBeLessThanOrEqual(Date.now() + 1);
  },
);

test('a proxy that responds with 413 before reading anything teaches a size for every model', async () => {
  const { client, connectionId } = await openDemo();
  await client.demo.set({ scenario: '413-early' });
  const body = { model: 'demo-chat', messages: [{ role: 'user', content: 'x'.repeat(50_000) }] };
  await readParts(client.exchanges.run({ ...json('chat.completions', body), connectionId }));
  const [limit] = await client.limits.list({ connectionId });
  expect(limit).toMatchObject({ kind: 'largest-body', field: null, model: null, allowed: [] });
  expect(Number(limit?.refused)).toBeGreaterThan(50_000);
});
