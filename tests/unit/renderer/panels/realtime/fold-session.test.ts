import { expect, test } from 'vitest';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { laneBars, timeMarks } from '../../../../../renderer/panels/realtime/lanes.tsx';
import { foldSession } from '../../../../../renderer/panels/realtime/model/fold-session.ts';
import {
  emptyView,
  isLive,
  isOver,
  unconfirmedSettings,
} from '../../../../../renderer/panels/realtime/model/session-view.ts';
import { talkRows } from '../../../../../renderer/panels/realtime/talk/talk-rows.ts';

/** Parts without their number, which is their position. */
type Loose = SessionPart extends infer P ? (P extends SessionPart ? Omit<P, 'n'> : never) : never;

const view = (...parts: Loose[]) =>
  parts.map((part, n) => ({ ...part, n }) as SessionPart).reduce(foldSession, emptyView());

const live: Loose = { type: 'stage', atMs: 100, stage: 'live', note: null, socket: 0, dialect: 'ga' };
/** This many milliseconds of silence. */
const audio = (ms: number) => btoa('\0'.repeat(ms * 48));
const gap = (change: object): Loose =>
  ({
    type: 'gap',
    atMs: 2000,
    fromMs: 2000,
    toMs: null,
    why: 'Lost.',
    replayed: 'none',
    droppedAudioMs: 0,
    cutAnswer: false,
    ...change,
  }) as Loose;

test('words of both sides are joined in the order in which they began', () => {
  const { items: sayings } = view(
    live,
    { type: 'speech', atMs: 500, state: 'started', itemId: 'a' },
    { type: 'speech', atMs: 1500, state: 'stopped', itemId: 'a' },
    { type: 'words', atMs: 1600, itemId: 'b', who: 'model', delta: 'Good ' },
    { type: 'words-done', atMs: 1700, itemId: 'a', who: 'person', text: 'Hello', spoken: true },
    { type: 'words', atMs: 1800, itemId: 'b', who: 'model', delta: 'day' },
  );
  expect(sayings.map(({ who, text }) => [who, text])).toEqual([
    ['person', 'Hello'],
    ['model', 'Good day'],
  ]);
  expect(sayings[0]).toMatchObject({ startMs: 500, endMs: 1500, spoken: true, done: true });
});

test('a refused session never opened its WebSocket, and an ended one keeps how far it came', () => {
  const at = (stage: 'connecting' | 'authorizing' | 'configuring' | 'waiting-to-reconnect') =>
    ({ ...live, stage }) as Loose;
  const ended: Loose = { type: 'ended', atMs: 900, state: 'failed', failure: null };
  expect(view(at('connecting'), at('authorizing'), ended)).toMatchObject({ stage: 'ended', reached: 'nothing' });
  expect(view(at('connecting'), at('authorizing'), at('configuring'), ended).reached).toBe('socket');
  expect(view(at('configuring'), live, ended).reached).toBe('session');
  expect(view(at('configuring'), live, at('waiting-to-reconnect')).reached).toBe('nothing');
});

test('a tool call is completed by the frame that carries its result, and only once', () => {
  const call: Loose = { type: 'tool-call', atMs: 300, itemId: 't', callId: 'c', name: 'clock', arguments: '{}' };
  const frame = { index: 0, direction: 'out', atMs: 400, sizeBytes: 9, kind: 'conversation.item.create' } as const;
  const answer: Loose = { type: 'frame', atMs: 400, frame: { ...frame, summary: '', socket: 0, answeredCall: 'c' } };
  expect(view(live, call).items[0]?.tool?.isAnswered).toBe(false);
  expect(view(live, call, answer).items[0]?.tool?.isAnswered).toBe(true);
  // Its bar grows until the output is sent, and then no longer.
  expect(laneBars(view(live, call), 900)[0]).toMatchObject({ lane: 'tool', startMs: 300, endMs: 900, text: 'clock' });
  expect(laneBars(view(live, call, answer, { ...answer, atMs: 700 }), 900)[0]).toMatchObject({ endMs: 450 });
});

test('tokens are those that the gateway reported, and a response without a usage is counted as such', () => {
  const done = (inputTokens: number | null, outputTokens: number | null): Loose => ({
    ...{ type: 'response', atMs: 500, state: 'done' },
    end: { id: 'r', status: 'completed', reason: null, inputTokens, outputTokens },
  });
  expect(view(live, done(30, 200), done(null, null), done(12, 0)).usage).toEqual({
    ...{ input: 42, output: 200, replies: 3, unreported: 1 },
  });
});

test('a part that was already reported changes nothing', () => {
  const first = view(live, { type: 'words', atMs: 200, itemId: 'a', who: 'model', delta: 'once' });
  const again = foldSession(first, { type: 'words', n: 1, atMs: 200, itemId: 'a', who: 'model', delta: 'once' });
  expect(again).toBe(first);
  // Numbers may have holes: audio of a finished session is not replayed.
  expect(foldSession(first, { type: 'alive', n: 9, atMs: 300, rttMs: 4 }).rttMs).toBe(4);
});

test('a bar is as long as its audio, however fast it arrived, and ends where it was interrupted', () => {
  const whole = view(live, { type: 'audio', atMs: 1000, itemId: 'b', contentIndex: 0, base64: audio(3000) });
  expect(laneBars(whole, 1100)[0]).toMatchObject({ lane: 'model', startMs: 1000, endMs: 4000, cut: false });
  const cut = view(
    live,
    { type: 'audio', atMs: 1000, itemId: 'b', contentIndex: 0, base64: audio(3000) },
    { type: 'truncated', atMs: 1900, itemId: 'b', playedMs: 800 },
  );
  expect(laneBars(cut, 2000)[0]).toMatchObject({ endMs: 1800, cut: true });
});

test('a bar ends with its session and at a gap, and shows how far its audio had arrived', () => {
  const said: Loose = { type: 'audio', atMs: 1000, itemId: 'b', contentIndex: 0, base64: audio(3000) };
  const late: Loose = { type: 'audio', atMs: 1400, itemId: 'b', contentIndex: 0, base64: audio(2000) };
  const ended = view(live, said, late, { type: 'ended', atMs: 3600, state: 'done', failure: null });
  expect(laneBars(ended, 9000)[0]).toMatchObject({ startMs: 1000, endMs: 3600, arrivedMs: 1400 });
  const broken = view(live, said, late, gap({}), gap({ atMs: 4000, toMs: 4000 }));
  expect(laneBars(broken, 9000)[0]).toMatchObject({ endMs: 2000, cut: false });
});

test('speech in progress lasts until now, and ends with its connection', () => {
  const speaking = view(live, { type: 'speech', atMs: 500, state: 'started', itemId: 'a' });
  expect(laneBars(speaking, 2500)[0]).toMatchObject({ startMs: 500, endMs: 2500 });
  const lost = view(
    live,
    { type: 'speech', atMs: 500, state: 'started', itemId: 'a' },
    { type: 'closed', atMs: 2000, code: 1006, reason: '', meaning: 'Lost.', byUs: false, socket: 0 },
  );
  expect(lost).toMatchObject({ isUserSpeaking: false, spokenItemId: null });
  expect(laneBars(lost, 9000)[0]).toMatchObject({ endMs: 2000 });
});

test('a gap is reported when it opens and again when it closes, and is one gap', () => {
  const { gaps, answering } = view(
    live,
    { type: 'response', atMs: 1900, state: 'started', id: 'r' },
    gap({}),
    gap({ atMs: 5000, toMs: 5000, cutAnswer: true }),
  );
  expect(gaps).toHaveLength(1);
  expect(gaps[0]).toMatchObject({ fromMs: 2000, toMs: 5000 });
  expect(answering).toBe(false);
});

test('only a live session accepts actions, and one that ended is over', () => {
  expect(isLive(view(live))).toBe(true);
  expect(isLive(view(live, { ...live, stage: 'waiting-to-reconnect' } as Loose))).toBe(false);
  const ended = view(live, { type: 'ended', atMs: 900, state: 'done', failure: null });
  expect([isLive(ended), isOver(ended), ended.stage]).toEqual([false, true, 'ended']);
});

test('the conversation contains words, calls, gaps and the close in order; empty items are skipped', () => {
  const told = view(
    live,
    { type: 'item', atMs: 300, itemId: 'empty', who: 'person', previousId: null },
    { type: 'words-done', atMs: 400, itemId: 'a', who: 'person', text: 'Hi', spoken: false },
    { type: 'tool-call', atMs: 900, itemId: 't', callId: 'c', name: 'look_up', arguments: '{}' },
    gap({ toMs: 3000 }),
    { type: 'words-done', atMs: 3500, itemId: 'b', who: 'model', text: 'Back', spoken: true },
    { type: 'closed', atMs: 4000, code: 1000, reason: '', meaning: 'Fine.', byUs: true, socket: 1 },
    { type: 'ended', atMs: 4000, state: 'done', failure: null },
  );
  expect(
    talkRows(told).map((row) => (row.kind === 'saying' ? (row.item.tool?.name ?? row.item.text) : row.kind)),
  ).toEqual(['Hi', 'look_up', 'gap', 'Back', 'closed']);
});

test('ticks of the timeline are whole seconds and far enough apart', () => {
  expect(timeMarks(0, 10_000, 42)).toEqual([0, 5000, 10_000]);
  expect(timeMarks(1, 400, 42)).toEqual([]);
});

test('a change of a live session is shown with what the gateway reported since, or its rejection', () => {
  const sent = (session: object, eventId: string): Loose => ({
    ...{ type: 'frame', atMs: 500 },
    frame: {
      ...{ index: 0, direction: 'out', atMs: 500, sizeBytes: 9, kind: 'session.update', summary: '', socket: 0 },
      sentSettings: { session: JSON.stringify(session), eventId },
    },
  });
  const configured = (session: object): Loose => ({
    ...{ type: 'configured', atMs: 600, text: JSON.stringify(session), expiresAt: null },
  });
  const pirate = sent({ instructions: 'Be a pirate.' }, 'settings_1');
  // What is sent before the session is live is not a change.
  expect(view(pirate, live).changes).toEqual([]);
  expect(view(live, pirate).changes[0]).toMatchObject({ confirmed: null, rejected: null });
  const confirmed = view(live, pirate, configured({ instructions: 'Be a pirate.' })).changes[0];
  expect(confirmed?.confirmed?.atMs).toBe(600);
  expect(unconfirmedSettings(confirmed?.session ?? '', confirmed?.confirmed?.session ?? '')).toEqual([]);
  expect(unconfirmedSettings('{"instructions":"a","voice":"x"}', '{"audio":{"output":{"voice":"x"}}}')).toEqual([
    'instructions',
  ]);
  const failure = { code: 'parameter', message: 'No.' } as never;
  const rejected = view(live, pirate, { type: 'problem', atMs: 700, failure, fatal: false, eventId: 'settings_1' });
  expect([rejected.changes[0]?.rejected, rejected.problems]).toEqual([failure, []]);
});

test('the voice is fixed by the first audio of a connection', () => {
  const frame = { index: 0, direction: 'in', atMs: 500, sizeBytes: 9, summary: '', socket: 0 } as const;
  const audioFrame: Loose = { type: 'frame', atMs: 500, frame: { ...frame, kind: 'response.output_audio.delta' } };
  expect([view(live).hasOutputAudio, view(live, audioFrame).hasOutputAudio]).toEqual([false, true]);
  expect(view(live, audioFrame, { ...live, stage: 'connecting' } as Loose).hasOutputAudio).toBe(false);
});

const failed = { code: 'quota', message: 'No credit.', gatewayMessage: 'No credit' } as Failure;
const done = (failure?: Failure): Loose => ({
  type: 'response',
  atMs: 400,
  state: 'done',
  end: {
    id: 'r',
    status: failure ? 'failed' : 'completed',
    reason: null,
    inputTokens: null,
    outputTokens: null,
    ...(failure && { failure }),
  },
});

test('a response that failed has a row of its own, and one that did not has none', () => {
  const rows = talkRows(view(live, done(), done(failed)));
  expect(rows).toMatchObject([{ kind: 'response-failed', atMs: 400, failure: { code: 'quota' } }]);
});

test('a problem that ends the session is told once', () => {
  const problem: Loose = { type: 'problem', atMs: 300, failure: failed, fatal: false, eventId: null };
  const ended: Loose = { type: 'ended', atMs: 500, state: 'failed', failure: failed };
  expect(talkRows(view(live, problem, ended)).map(({ kind }) => kind)).toEqual(['failed']);
  expect(talkRows(view(live, problem)).map(({ kind }) => kind)).toEqual(['problem']);
  expect(talkRows(view(live, done(failed), ended)).map(({ kind }) => kind)).toEqual(['response-failed']);
});

test('warnings are rows of the conversation', () => {
  const warning: Loose = { type: 'warning', atMs: 300, code: 'filtered', message: 'Filtered.' };
  expect(talkRows(view(live, warning))).toMatchObject([{ kind: 'warning', warning: { code: 'filtered' } }]);
});

test('a session that failed is not said to have ended normally, whatever code closed it', () => {
  const closed: Loose = {
    type: 'closed',
    atMs: 900,
    code: 1000,
    reason: 'no balance',
    meaning: 'The session ended normally.',
    byUs: false,
    socket: 0,
  };
  const meaningOf = (found: Failure | null) =>
    talkRows(
      view(live, closed, { type: 'ended', atMs: 900, state: found ? 'failed' : 'done', failure: found }),
    ).flatMap((row) => (row.kind === 'closed' ? [row.closed.meaning] : []));
  expect(meaningOf(null)).toEqual(['The session ended normally.']);
  expect(meaningOf(failure('quota', 'No balance.'))).toEqual(['']);
});
