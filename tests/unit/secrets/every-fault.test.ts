import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoGateway } from '#demo/gateway.ts';
import type { LoggedRequest } from '#demo/request-log.ts';
import type { Scenario } from '#demo/scenarios/scenario.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { RunEnd } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { readParts } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { testFaults } from '../../support/demo-faults/index.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { filesBelow } from '../../support/files-below.ts';
import { asciiWav } from '../electron/demo/ascii-wav.ts';
import { watchCore } from './watched-core.ts';

/** Many at once: most of them wait for a deadline. */
const lanes = 16;
const deadlines = { headersMs: 5000, idleMs: 2500, totalMs: 20_000 };

/** A user's click: the same text in each, except the number by which the gateway's log is searched. */
interface Click {
  routeId: RouteId;
  body: Record<string, unknown> | null;
  /** The body is sent as a form, with a recording. */
  isForm?: true;
}

const messages = (word: string) => [{ role: 'user', content: word }];
const contents = (word: string) => [{ parts: [{ text: word }] }];

/** The requests for which a fault applies fully; of those for which all apply, every second one as a stream. */
function clicksFor({ routes, name }: Scenario, word: string): Click[] {
  const stream = name.length % 2 === 0;
  const chat: Click[] = [{ routeId: 'chat.completions', body: { messages: messages(word), stream } }];
  const responses: Click[] = [{ routeId: 'responses', body: { input: word, stream: true } }];
  const native: Click[] = [{ routeId: 'native.generateContent', body: { contents: contents(word) } }];
  const table: Record<Scenario['routes'], Click[]> = {
    any: chat,
    text: [...chat, ...responses, ...native],
    chat,
    responses,
    native,
    listings: [{ routeId: 'models', body: null }],
    embeddings: [{ routeId: 'embeddings', body: { input: [word] } }],
    rerank: [{ routeId: 'rerank', body: { query: word, documents: ['a', 'b'] } }],
    images: [{ routeId: 'images.generations', body: { prompt: word, size: '64x64' } }],
    edits: [{ routeId: 'edits', body: { input: word, instruction: 'upper case' } }],
    transcription: [{ routeId: 'audio.transcriptions', body: { prompt: word, stream: String(stream) }, isForm: true }],
    video: [{ routeId: 'videos', body: { prompt: word, seconds: '1', size: '64x64' } }],
    realtime: [],
  };
  return table[routes];
}

const jsonOf = (body: object | null): DraftInput['body'] =>
  body === null ? { kind: 'none' } : { kind: 'json', text: JSON.stringify(body) };

test('under every fault of the demo one click is one request, and no key leaks', async () => {
  // The demo accepts its key with or without the usual prefix.
  const gateway = await startDemoGateway({
    moreFaults: testFaults,
    paceTokensPerSecond: 0,
    key: canaryKey.replace(/^sk-/, ''),
  });
  onTestFinished(() => gateway.close());
  const dataFolder = tempFolder();
  // Temporary folders are created in one that nothing else uses.
  const temporary = tempFolder();
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { client, frames, close } = await watchCore({ dataFolder });
  onTestFinished(close);
  const { id: connectionId } = await client.connections.save({
    name: 'Faulty',
    baseAddress: gateway.url,
    exposedRoutes: ['native.streamGenerateContent'],
    deadlines,
  });
  await client.keys.put({ connectionId, alias: 'canary', secret: canaryKey });

  const recording = await client.files.keep({ name: 'a.wav', type: 'audio/wav', text: asciiWav });

  const formOf = (body: object): DraftInput['body'] => ({
    kind: 'form',
    fields: [
      ...Object.entries(body).map(([name, value]) => ({ kind: 'text' as const, name, value: String(value) })),
      { kind: 'file', name: 'file', fileId: recording.id },
    ],
  });

  const waiting = gateway.scenarios.flatMap((scenario) =>
    clicksFor(scenario, '').map((_, place) => ({ scenario, place })),
  );
  const all = waiting.length;
  const ended: { word: string; model: string; sent: RunEnd['sent'] }[] = [];
  const seen = new Set<LoggedRequest>();
  let clicks = 0;
  const clickAll = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      clicks += 1;
      const word = `click ${clicks} of a person`;
      const { routeId, body, isForm } = clicksFor(next.scenario, word)[next.place] as Click;
      const model = `faulty/${next.scenario.name}`;
      const draft: DraftInput = {
        connectionId,
        routeId,
        params: routeId === 'native.generateContent' ? { model } : {},
        headers: body === null ? [['x-demo-scenario', next.scenario.name]] : [],
        body: isForm ? formOf({ model, ...body }) : jsonOf(body && { model, ...body }),
        options: { allowMisuse: true },
      };
      const end = (await readParts(client.exchanges.run(draft))).at(-1) as RunEnd;
      // The log drops its oldest entries.
      for (const request of gateway.requestLog()) seen.add(request);
      if (body !== null) ended.push({ word, model, sent: end.sent });
      await client.exchanges.get({ id: end.exchangeId });
    }
  };
  await Promise.all(Array.from({ length: lanes }, clickAll));
  expect(clicks).toBe(all);
  expect(clicks).toBeGreaterThan(150);
  const wrong = ended.filter(({ word, sent }) => {
    const posts = [...seen].filter(({ method, body }) => method === 'POST' && body.includes(word)).length;
    // An abandoned request may have been read or not, but it is never there twice.
    return sent === 'answered' ? posts !== 1 : posts > (sent === 'not-sent' ? 0 : 1);
  });
  expect(wrong).toEqual([]);
  expect(ended.filter(({ sent }) => sent === 'answered').length).toBeGreaterThan(ended.length / 2);

  expect(frames.length).toBeGreaterThan(clicks);
  const told = JSON.stringify(frames);
  expect(canariesIn(told)).toEqual([]);
  // Some faults echo the key: it was received, and redacted.
  expect(told).toContain('[redacted key]');
  const left = () => [...filesBelow(dataFolder), ...filesBelow(temporary)];
  const leaks = () => left().flatMap(({ name, bytes }) => (canariesIn(bytes).length > 0 ? [name] : []));
  expect(left().some(({ bytes }) => bytes.includes('click 7 of a person'))).toBe(true);
  expect(leaks()).toEqual([]);
  await close();
  expect(leaks()).toEqual([]);
}, 240_000);
