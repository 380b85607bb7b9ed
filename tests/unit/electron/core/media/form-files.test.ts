import { Buffer } from 'node:buffer';
import { expect, onTestFinished, test } from 'vitest';
import { fileToken } from '#shared/protocol/compose/inline-file.ts';
import type { Part } from '#shared/protocol/part.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

/** A PNG by its first bytes. */
const png = (sizeBytes: number) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(sizeBytes, 7)]).toString('base64');

/** A gateway that replies with these parts. */
async function openGateway(parts: unknown[]) {
  const bodies: string[] = [];
  const server = await startRecordingServer(async (request) => {
    bodies.push((await request.body).toString());
    const document = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] };
    request.socket.write(respond(200, { 'content-type': 'application/json' }, JSON.stringify(document)));
  });
  onTestFinished(() => server.close());
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { id: connectionId } = await client.connections.save({ name: 'Own', baseAddress: server.url });
  const run = (body: object, inline: { token: string; fileId: string }[] = []) =>
    readParts(
      client.exchanges.run({
        connectionId,
        routeId: 'native.generateContent',
        params: { model: 'm' },
        body: { kind: 'json', text: JSON.stringify(body), inline },
      }),
    );
  return { client, bodies, run };
}

const formOf = (parts: readonly Part[]) => parts.find((part) => part.type === 'reply-form');
const ask = { contents: [{ role: 'user', parts: [{ text: 'Draw' }] }] };

test.each([
  ['small', 300],
  ['large', 400_000],
])(
  'a %s image of a form is the stored file, now and when it is read again, and is sent back whole',
  async (_, size) => {
    const part = { inlineData: { mimeType: 'image/png', data: png(size) }, thoughtSignature: 'U0lH' };
    const { client, bodies, run } = await openGateway([{ text: 'A dot' }, part]);
    const parts = await run(ask);
    const image = parts.find((one) => one.type === 'image');
    const form = formOf(parts);
    const token = fileToken(image?.ref?.id ?? '');
    expect(form).toMatchObject({
      entries: [{ text: 'A dot' }, { inlineData: { mimeType: 'image/png', data: token }, thoughtSignature: 'U0lH' }],
      files: [{ id: image?.ref?.id }],
    });
    const start = parts.find((one) => one.type === 'run-start');
    const again = await readParts(client.exchanges.watch({ id: start?.exchangeId ?? '' }));
    expect(formOf(again)).toEqual(form);
    const next = { contents: [...ask.contents, { role: 'model', parts: form?.entries }] };
    await run(next, [{ token, fileId: image?.ref?.id ?? '' }]);
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({ contents: [{}, { parts: [{ text: 'A dot' }, part] }] });
  },
);

test.each([
  ['megabytes of signature', [{ text: 'Hi', thoughtSignature: 'x'.repeat(3 * 1024 * 1024) }]],
  [
    'large media that is no file',
    [{ text: 'Hi', thoughtSignature: 'x' }, { inlineData: { mimeType: 'video/mp4', data: png(400_000) } }],
  ],
])('%s is not kept, and a warning says so', async (_what, parts) => {
  const { run } = await openGateway(parts);
  const read = await run(ask);
  expect(formOf(read)).toBeUndefined();
  expect(read.filter((part) => part.type === 'warning')).toEqual([
    expect.objectContaining({ code: 'not-kept', message: expect.stringContaining('too large to be kept') }),
  ]);
});
