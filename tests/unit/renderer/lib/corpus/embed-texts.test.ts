import { expect, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { planBatches } from '../../../../../renderer/lib/corpus/batches.ts';
import type { EmbedPorts } from '../../../../../renderer/lib/corpus/embed-request.ts';
import { type EmbedProgress, embedTexts } from '../../../../../renderer/lib/corpus/embed-texts.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';

await loadStrings();

const timeline = { endMs: 12 } as unknown as Extract<Part, { type: 'run-end' }>['timeline'];
const inputOf = ({ body }: DraftInput): string[] => (body.kind === 'json' ? JSON.parse(body.text).input : []);

/** A fake gateway: each text becomes a vector of its length, unless `judge` rejects the request. */
function gateway(judge: (input: string[], request: number) => Failure | null = () => null) {
  const requests: string[][] = [];
  const cancelled: string[] = [];
  const ports: EmbedPorts = {
    async *run(draft) {
      const input = inputOf(draft);
      requests.push(input);
      const exchangeId = `x${requests.length}`;
      yield { type: 'run-start', exchangeId, attempt: 1 };
      const error = judge(input, requests.length);
      if (!error) {
        for (const [index, text] of input.entries())
          if (text !== 'lost')
            yield { type: 'vector', index, dimensions: 2, values: [text.length, 1], encoding: 'float' };
        yield { type: 'usage-report', inputTokens: 10, raw: {} } as unknown as Part;
      }
      const state = error ? 'failed' : 'done';
      yield { type: 'run-end', state, finishReason: null, sent: 'answered', error, exchangeId, timeline };
    },
    cancel: (id) => void cancelled.push(id),
  };
  return { requests, cancelled, ports };
}

const source = { connectionId: 'c', model: 'm' };
const refusal = failure('parameter', 'no', { status: 400 });

test('texts are sent in batches within both limits, and returned in order', async () => {
  expect(planBatches(['aa', 'bb', 'c', 'dddddd', 'e'], { items: 2, characters: 4 })).toEqual([[0, 1], [2], [3], [4]]);
  const { requests, ports } = gateway();
  const { items, failure: why } = await embedTexts(
    { ...source, texts: ['a', 'bb', 'ccc'], batch: { items: 2, atOnce: 1 } },
    ports,
  );
  expect(why).toBeNull();
  expect(requests).toEqual([['a', 'bb'], ['ccc']]);
  expect(items.map(({ vector }) => vector?.[0])).toEqual([1, 2, 3]);
  expect(items[2]).toMatchObject({ tokens: 10, isShare: false, ms: 12, exchangeId: 'x2' });
  expect(items[0]?.tokens).toBeCloseTo(10 / 3);
  expect(items[0]?.isShare).toBe(true);
});

test('a body contains what is selected and nothing else', async () => {
  const { ports } = gateway();
  const bodies: string[] = [];
  const run: EmbedPorts['run'] = (draft, options) => {
    if (draft.body.kind === 'json') bodies.push(draft.body.text);
    return ports.run(draft, options);
  };
  await embedTexts({ ...source, texts: ['a'] }, { ...ports, run });
  await embedTexts(
    { ...source, options: { dimensions: 8, encodingFormat: 'base64' }, texts: ['a'] },
    { ...ports, run },
  );
  expect(bodies).toEqual([
    '{"model":"m","input":["a"]}',
    '{"model":"m","input":["a"],"encoding_format":"base64","dimensions":8}',
  ]);
});

test('a batch that is rejected because of one text is split until only that text remains', async () => {
  const { requests, ports } = gateway((input) => (input.includes('bad') ? refusal : null));
  const seen: EmbedProgress['batch']['state'][] = [];
  const texts = ['a', 'b', 'bad', 'd', 'e', 'f', 'g', 'h'];
  const { items, failure: why } = await embedTexts(
    { ...source, texts, batch: { atOnce: 1 }, onProgress: ({ batch }) => seen.push(batch.state) },
    ports,
  );
  expect(why).toBeNull();
  expect(items.map(({ vector }) => vector !== null)).toEqual(texts.map((text) => text !== 'bad'));
  expect(items[2]?.failure).toMatchObject({ code: 'parameter', exchangeId: 'x5' });
  expect(requests.map(({ length }) => length)).toEqual([8, 4, 2, 2, 1, 1, 4]);
  expect(seen).toEqual(['split', 'split', 'done', 'split', 'failed', 'done', 'done']);
});

test('a rejection that names another field, a key or the model ends the run at once', async () => {
  for (const why of [
    failure('parameter', 'no', { param: 'dimensions' }),
    failure('auth', 'no'),
    failure('overloaded', 'no', { retryable: true }),
  ]) {
    const { requests, ports } = gateway((_, request) => (request === 2 ? why : null));
    const given = { ...source, texts: ['a', 'b', 'c', 'd'], batch: { items: 1, atOnce: 1 } };
    const { items, failure: ending } = await embedTexts(given, ports);
    expect(ending?.code).toBe(why.code);
    expect(requests).toHaveLength(2);
    expect(items.map(({ vector }) => vector !== null)).toEqual([true, false, false, false]);
    expect(items[3]).toMatchObject({ failure: null, exchangeId: null });
  }
});

test('when every text is rejected the run ends after a few, not after all', async () => {
  const { requests, ports } = gateway(() => refusal);
  const texts = Array.from({ length: 64 }, (_, at) => `text ${at}`);
  const { failure: why } = await embedTexts({ ...source, texts, batch: { atOnce: 1 } }, ports);
  expect(why?.code).toBe('parameter');
  expect(requests.length).toBeLessThan(16);
});

test('a vector that did not arrive is reported as missing; a response without any is split', async () => {
  const { items } = await embedTexts({ ...source, texts: ['a', 'lost', 'c'] }, gateway().ports);
  expect(items.map(({ failure: why }) => why?.code ?? null)).toEqual([null, 'empty', null]);
  const { items: alone } = await embedTexts({ ...source, texts: ['lost'] }, gateway().ports);
  expect(alone[0]?.failure?.code).toBe('empty');
});

test('anomalies of a response are recorded with its batch', async () => {
  const { ports } = gateway();
  const message = "Values that aren't numbers: 1. They were replaced by 0.";
  const run: EmbedPorts['run'] = async function* (draft, options) {
    yield { type: 'warning', code: 'items-odd', message };
    yield* ports.run(draft, options);
  };
  const told: EmbedProgress[] = [];
  await embedTexts({ ...source, texts: ['a'], onProgress: (progress) => told.push(progress) }, { ...ports, run });
  expect(told.map(({ batch }) => [batch.state, batch.oddities])).toEqual([['done', [message]]]);
});

test('stopping ends the request on the wire, keeps what arrived, and requests nothing more', async () => {
  const stop = new AbortController();
  const { requests, cancelled, ports } = gateway((_, request) => {
    if (request === 2) stop.abort();
    return null;
  });
  const given = { ...source, texts: ['a', 'b', 'c', 'd'], batch: { items: 1, atOnce: 1 }, signal: stop.signal };
  const { items, failure: why } = await embedTexts(given, ports);
  expect(why?.code).toBe('aborted');
  expect(requests).toHaveLength(2);
  expect(cancelled).toEqual(['x2']);
  expect(items.filter(({ vector }) => vector)).toHaveLength(2);
});

test('a broken connection is a failure of the run and not an exception', async () => {
  const ports: EmbedPorts = {
    // biome-ignore lint/correctness/useYield: it breaks before its first part
    async *run() {
      throw new Error('gone');
    },
    cancel: () => undefined,
  };
  const { items, failure: why } = await embedTexts({ ...source, texts: ['a'] }, ports);
  expect(why?.code).toBe('internal');
  expect(items[0]?.vector).toBeNull();
});
