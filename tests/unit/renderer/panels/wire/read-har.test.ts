import { describe, expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import { usualGateway } from '#shared/protocol/gateway-details.ts';
import { draftOfArguments } from '../../../../../renderer/panels/wire/import/curl-draft.ts';
import { type HarEntry, readHar } from '../../../../../renderer/panels/wire/import/read-har.ts';

const connection = {
  id: 'c1',
  name: 'North',
  ...usualGateway(),
  baseAddress: 'https://north.test',
  origin: 'https://north.test',
  headers: [],
} as unknown as Connection;

const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', creator: { name: 'Shark' }, entries } });

function entriesOf(text: string): HarEntry[] {
  const reading = readHar(text);
  if (reading.kind !== 'har') throw new Error(reading.kind);
  return reading.entries;
}

const draftOf = (request: object) => {
  const [entry] = entriesOf(har({ request }));
  return entry ? draftOfArguments(entry.words, [connection]) : null;
};

describe('a HAR file', () => {
  test('lists its requests with their results', () => {
    const text = har(
      {
        startedDateTime: '2026-11-20T10:00:00.000Z',
        time: 412,
        request: { method: 'post', url: 'https://north.test/v1/chat/completions', headers: [] },
        response: { status: 200 },
      },
      { request: { method: 'GET', url: 'https://north.test/v1/models' }, response: { status: 0 } },
    );
    expect(entriesOf(text)).toMatchObject([
      { id: '0', method: 'POST', status: 200, startedAt: Date.UTC(2026, 10, 20, 10), durationMs: 412 },
      { id: '1', method: 'GET', status: null, startedAt: null, durationMs: null },
    ]);
    expect(readHar(text)).toMatchObject({ kind: 'har', creator: 'Shark' });
  });

  test.each(['', '{', 'null', '[]', '{"log":1}', '{"log":{"entries":{}}}', '{"format":"patchbay-connections"}'])(
    'is not parsed from %j',
    (text) => expect(readHar(text)).toEqual({ kind: 'not-har' }),
  );

  test('leaves out entries that name no request, whatever they are', () => {
    const text = har(null, 7, 'x', {}, { request: null }, { request: { method: 'GET' } }, { request: { url: 1 } });
    expect(readHar(text)).toMatchObject({ kind: 'har', entries: [] });
  });

  test('gives a request for the editor, without what a browser adds', () => {
    const draft = draftOf({
      method: 'POST',
      url: 'https://north.test/v1/chat/completions',
      headers: [
        { name: ':authority', value: 'north.test' },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'sec-ch-ua', value: '"x"' },
        { name: 'Cookie', value: 'a=b' },
        { name: 'X-Trace', value: 'one' },
      ],
      postData: { mimeType: 'application/json', text: '{"model":"m"}' },
    });
    expect(draft).toMatchObject({
      kind: 'draft',
      secret: null,
      dropped: [],
      draft: {
        connectionId: 'c1',
        routeId: 'chat.completions',
        headers: [['X-Trace', 'one']],
        body: { kind: 'json', text: '{"model":"m"}' },
      },
    });
  });

  test('returns its key separate from the request, and no redacted key', () => {
    const request = { method: 'GET', url: 'https://north.test/v1/models' };
    const bearer = (value: string) => draftOf({ ...request, headers: [{ name: 'Authorization', value }] });
    expect(bearer('Bearer sk-CANARY-1')).toMatchObject({ kind: 'draft', secret: 'sk-CANARY-1' });
    expect(JSON.stringify((bearer('Bearer sk-CANARY-1') as { draft: object }).draft)).not.toContain('CANARY');
    expect(bearer('Bearer [redacted key]')).toMatchObject({ kind: 'draft', secret: null, dropped: [] });
    const inAddress = { ...request, url: `https://north.test/v1/models?key=${encodeURIComponent('[redacted key]')}` };
    expect(draftOf(inAddress)).toMatchObject({ kind: 'draft', secret: null, dropped: [] });
  });

  test('names the files of a form, whose bytes are not in it', () => {
    const draft = draftOf({
      method: 'POST',
      url: 'https://north.test/v1/images/edits',
      postData: {
        mimeType: 'multipart/form-data',
        params: [
          { name: 'prompt', value: 'a boat' },
          { name: 'image', fileName: 'boat.png', contentType: 'image/png' },
        ],
      },
    });
    expect(draft).toMatchObject({
      kind: 'draft',
      dropped: [{ kind: 'file', what: 'image=boat.png' }],
      draft: { body: { kind: 'form', fields: [{ kind: 'text', name: 'prompt', value: 'a boat' }] } },
    });
  });
});
