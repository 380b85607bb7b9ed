import { expect, test, vi } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import {
  type AudioDocument,
  callsOf,
  newCall,
  type TranscribeDocument,
} from '../../../../../renderer/panels/audio/model/audio-document.ts';
import { defaultTranscribeSettings } from '../../../../../renderer/panels/audio/model/transcribe-settings.ts';
import { type AudioStorePorts, createAudioStore } from '../../../../../renderer/panels/audio/store.ts';
import { timelineWith } from '../../../../support/timeline.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';
import { startRunByHand } from '../../lib/runs/hand-run.ts';

const file = { id: 'f1', name: 'a.wav', type: 'audio/wav', sizeBytes: 10 };
const end = (exchangeId: string, by: Partial<RunEnd> = {}): Part => ({
  type: 'run-end',
  state: 'done',
  finishReason: null,
  sent: 'answered',
  error: null,
  exchangeId,
  timeline: timelineWith({ sentMs: 1, headersMs: 2, firstByteMs: 3, endMs: 9, chunks: 1 }),
  ...by,
});

function bookWith(answers: (callNumber: number) => Part[], library = handLibrary(), watched: Part[] = []) {
  let sent = 0;
  const cancelled: string[] = [];
  const exchanges = {
    cancel: async ({ id }: { id: string }) => void cancelled.push(id),
    watch: async function* () {
      yield* watched;
    },
  };
  const ports: AudioStorePorts = {
    client: { library: library.client, exchanges } as unknown as AudioStorePorts['client'],
    async *send() {
      sent += 1;
      yield* answers(sent);
    },
    startRun: startRunByHand,
    now: () => 1000,
    unknownOutcomeText: () => ({ message: 'lost', hint: '' }),
    onExchange: () => undefined,
    onPart: () => undefined,
    onSettled: () => undefined,
    onTrouble: () => undefined,
  };
  return { book: createAudioStore(ports), library, sentCount: () => sent, cancelled };
}

function documentOf(count: number): TranscribeDocument {
  const calls = Array.from({ length: count }, (_, at) =>
    newCall({
      id: `c${at}`,
      order: { kind: 'hear', file, offset: at * 10, seconds: 10 },
      routeId: 'audio.transcriptions',
      connectionId: 'g',
      keyId: null,
      model: 'whisper-1',
    }),
  );
  return {
    kind: 'hear',
    id: 'd1',
    createdAt: 0,
    name: 'a.wav',
    source: null,
    original: null,
    recording: null,
    runs: [{ id: 'r1', translate: false, settings: defaultTranscribeSettings, overlap: 0, calls }],
  };
}

const said = (number: number, text: string): Part[] => [
  { type: 'run-start', exchangeId: `x${number}`, attempt: 1 },
  { type: 'text-delta', text },
  end(`x${number}`),
];
const idsOf = (document: AudioDocument) => callsOf(document).map(({ id }) => id);

test('parts are sent sequentially, and the document with all of them is stored', async () => {
  const { book: audioStore, library } = bookWith((number) => said(number, `part ${number}`));
  const document = documentOf(3);
  audioStore.add(document);
  await audioStore.sendWaiting('d1', idsOf(document));
  const stored = JSON.parse(library.rows.get('d1')?.content ?? '{}') as TranscribeDocument;
  expect(callsOf(stored).map(({ state, text, exchangeId }) => [state, text, exchangeId])).toEqual([
    ['done', 'part 1', 'x1'],
    ['done', 'part 2', 'x2'],
    ['done', 'part 3', 'x3'],
  ]);
  expect(library.rows.get('d1')).toMatchObject({ note: 'hear|done|0', model: 'whisper-1', panel: 'audio' });
});

test('after a failed part the rest waits, and can be sent later', async () => {
  const refused = failure('too-big-for-server', 'too big');
  const { book: audioStore, sentCount } = bookWith((number) =>
    number === 2 ? [end('x2', { state: 'failed', error: refused })] : said(number, 'fine'),
  );
  const document = documentOf(3);
  audioStore.add(document);
  await audioStore.sendWaiting('d1', idsOf(document));
  const states = () => callsOf(audioStore.read('d1') as AudioDocument).map(({ state }) => state);
  expect(states()).toEqual(['done', 'failed', 'waiting']);
  expect(sentCount()).toBe(2);
  await audioStore.sendWaiting('d1', ['c2']);
  expect(states()).toEqual(['done', 'failed', 'done']);
});

test('a call that ran when the page unloaded is followed again, without duplicating its text', async () => {
  const first = bookWith(() => said(1, 'half'));
  const document = documentOf(1);
  const [call] = callsOf(document);
  const running = {
    ...document,
    runs: document.runs.map((run) => ({
      ...run,
      calls: [{ ...call, state: 'running' as const, exchangeId: 'x1', text: 'ha' }],
    })),
  } as TranscribeDocument;
  first.book.add(running);
  await first.book.change('d1', 'hear', (before) => before);
  const second = bookWith(() => [], first.library, said(1, 'half and whole'));
  await second.book.resume();
  await expect.poll(() => callsOf(second.book.read('d1') as AudioDocument)[0]?.state).toBe('done');
  expect(callsOf(second.book.read('d1') as AudioDocument)[0]?.text).toBe('half and whole');
  expect(second.sentCount()).toBe(0);
});

test('a broken connection ends the call as cut off and keeps what had arrived', async () => {
  const { book: audioStore } = bookWith(() => {
    throw new AppError(failure('connection-lost', 'gone'));
  });
  const document = documentOf(1);
  audioStore.add(document);
  await audioStore.sendWaiting('d1', idsOf(document));
  expect(callsOf(audioStore.read('d1') as AudioDocument)[0]).toMatchObject({
    state: 'interrupted',
    sent: 'maybe-processed',
    failure: { code: 'connection-lost' },
  });
});

test('a removed document is no longer saved', async () => {
  const { book: audioStore, library } = bookWith((number) => said(number, 'fine'));
  audioStore.add(documentOf(1));
  await audioStore.change('d1', 'hear', (before) => before);
  await audioStore.remove('d1');
  expect(audioStore.read('d1')).toBeUndefined();
  expect(library.rows.size).toBe(0);
});

test('a star is saved with the document', async () => {
  const { book: audioStore, library } = bookWith(() => []);
  audioStore.add(documentOf(1));
  await audioStore.star('d1', true);
  expect(library.rows.get('d1')?.starred).toBe(true);
  await audioStore.star('d1', false);
  expect(library.rows.get('d1')?.starred).toBe(false);
});

test('a round trip of an earlier version opens as its takes, and its transcripts are stored beside it once', async () => {
  const library = handLibrary();
  const call = { ...documentOf(1).runs[0]?.calls[0], state: 'done', text: 'hallo' };
  const speak = { ...call, id: 's', order: { kind: 'speak', voice: 'ash' }, file };
  const stored = {
    ...{ kind: 'trip', id: 't', createdAt: 0, text: 'hello' },
    rows: [{ id: 'r', settings: { voice: 'ash' }, hearModel: 'whisper-1', speak, hear: call }],
  };
  const row = { id: 't', panel: 'audio', title: 'hello', starred: true, model: null, note: 'trip|done|1' } as const;
  await library.client.save({ ...row, content: JSON.stringify(stored), passages: [], revision: 0 });
  const { book } = bookWith(() => [], library);
  expect(await book.open('t')).toMatchObject({ kind: 'speak', takes: [{ id: 'r', call: { id: 's' } }] });
  await vi.waitFor(() => expect(library.rows.get('t')).toMatchObject({ note: 'speak|done|1', starred: true }));
  expect(JSON.parse(library.rows.get('t-r')?.content ?? '{}')).toMatchObject({ kind: 'hear', reference: 'hello' });
  const again = bookWith(() => [], library).book;
  await book.remove('t-r');
  await again.open('t');
  expect(library.rows.has('t-r')).toBe(false);
});
