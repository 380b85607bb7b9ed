import { beforeAll, expect, test } from 'vitest';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import {
  selectVersion,
  shownTurns,
  type Turn,
  type UserTurn,
} from '../../../../../renderer/panels/chat/model/conversation.ts';
import { storedTurns } from '../../../../../renderer/panels/chat/model/stored-conversation.ts';
import type { ChatPorts, ChatStore } from '../../../../../renderer/panels/chat/store.ts';
import { createChatStore } from '../../../../../renderer/panels/chat/store.ts';
import { loadStringsOf } from '../../../../support/panel-strings.ts';
import { timelineWith } from '../../../../support/timeline.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';
import { startRunByHand } from '../../lib/runs/hand-run.ts';

beforeAll(async () => {
  await loadStringsOf('chat');
});

const timeline = timelineWith({
  sentMs: 1,
  headersMs: 2,
  firstByteMs: 3,
  firstTokenMs: 4,
  endMs: 5,
  chunks: 1,
  sentBytes: 1,
  receivedBytes: 1,
});
const runEnd = (change: Partial<RunEnd> = {}): Part => ({
  type: 'run-end',
  state: 'done',
  finishReason: 'stop',
  sent: 'answered',
  error: null,
  exchangeId: 'x1',
  timeline,
  ...change,
});

/** A fake gateway: the test pushes parts and ends the run. */
function hand() {
  const queue: Part[] = [];
  let wake = () => {};
  let over = false;
  let fault: AppError | undefined;
  return {
    push: (...parts: Part[]) => {
      queue.push(...parts);
      wake();
    },
    end: () => {
      over = true;
      wake();
    },
    fail: (error: AppError) => {
      fault = error;
      wake();
    },
    async *parts(): AsyncGenerator<Part> {
      for (;;) {
        const next = queue.shift();
        if (next) yield next;
        else if (fault) throw fault;
        else if (over) {
          over = false;
          return;
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}

function setUp(change: Partial<ChatPorts> = {}, prefix = 'id') {
  const gateway = hand();
  const library = handLibrary();
  const saved = library.rows;
  const sent: unknown[] = [];
  const cancelled: string[] = [];
  const watched: string[] = [];
  const troubles: string[] = [];
  let ids = 0;
  const client = {
    library: library.client,
    exchanges: {
      cancel: async ({ id }: { id: string }) => void cancelled.push(id),
      watch: ({ id }: { id: string }) => {
        watched.push(id);
        return gateway.parts();
      },
    },
  };
  const store = createChatStore(
    {
      client: client as unknown as ChatPorts['client'],
      send: (draft) => {
        sent.push(draft);
        return gateway.parts();
      },
      startRun: startRunByHand,
      newId: () => `${prefix}${++ids}`,
      now: () => ids,
      words: () => ({
        lost: { message: 'lost', hint: '' },
        copyTitle: (title) => `${title} (copy)`,
        continuePrompt: 'go on',
      }),
      onTrouble: (what) => troubles.push(what),
      ...change,
    },
    { connectionId: 'c1', model: 'demo-chat' },
  );
  const say = (text: string): UserTurn => ({
    id: `u-${text}`,
    parentId: null,
    createdAt: ++ids,
    role: 'user',
    text,
    attachments: [],
  });
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (Object.keys(store.getState().runs).length > 0) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = store.subscribe(look);
      look();
    });
  /** The next saves succeed, but their responses are lost. */
  return { store, gateway, saved, sent, cancelled, watched, troubles, say, settled, loseAnswers: library.loseAnswers };
}

test('a turn is saved before its reply, and the reply once it has ended', async () => {
  const { store, gateway, saved, sent, say, settled } = setUp();
  store.send(null, [say('Hello there')]);
  expect(sent).toHaveLength(1);
  gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, { type: 'text-delta', text: 'Hi' }, runEnd());
  gateway.end();
  await settled();
  await store.flush();
  const stored = saved.get(store.getState().openId)!;
  expect(stored.title).toBe('Hello there');
  const answer = turnsOf(stored).find(({ role }) => role === 'assistant');
  expect(answer).toMatchObject({ exchangeId: 'x1', answer: { text: 'Hi', state: 'done' } });
});

test('a reply continues in a conversation that is no longer shown', async () => {
  const { store, gateway, saved, say, settled } = setUp();
  store.send(null, [say('first')]);
  const first = store.getState().openId;
  store.create();
  expect(store.current().turns).toEqual({});
  expect(store.current().model).toBe('demo-chat');
  gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, { type: 'text-delta', text: 'late' }, runEnd());
  gateway.end();
  await settled();
  await store.flush();
  expect(turnsOf(saved.get(first)!).at(-1)).toMatchObject({ answer: { text: 'late' } });
});

test('stopping asks the core to cancel, even when pressed before the exchange had an id', async () => {
  const { store, gateway, cancelled, say, settled } = setUp();
  store.send(null, [say('stop me')]);
  const answer = shownTurns(store.current()).at(-1)!;
  store.stop(answer.id);
  gateway.push({ type: 'run-start', exchangeId: 'x9', attempt: 1 }, runEnd({ state: 'cancelled', finishReason: null }));
  gateway.end();
  await settled();
  expect(cancelled).toEqual(['x9']);
});

test('a broken connection keeps the text and says so', async () => {
  const { store, say, settled } = setUp({
    async *send() {
      yield { type: 'run-start', exchangeId: 'x1', attempt: 1 } as const;
      yield { type: 'text-delta', text: 'half' } as const;
      throw new AppError(failure('connection-lost', 'gone'));
    },
  });
  store.send(null, [say('cut')]);
  await settled();
  expect(shownTurns(store.current()).at(-1)).toMatchObject({
    answer: { text: 'half', state: 'interrupted', failure: { code: 'connection-lost' } },
  });
});

test('an unsettled reply is followed again from its record when the conversation is opened', async () => {
  const one = setUp();
  one.store.send(null, [one.say('reload')]);
  one.gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await one.store.flush();
  const id = one.store.getState().openId;
  const two = setUp({}, 'other');
  two.saved.set(id, one.saved.get(id)!);
  two.gateway.push(
    { type: 'run-start', exchangeId: 'x1', attempt: 1 },
    { type: 'text-delta', text: 'whole answer' },
    runEnd(),
  );
  two.gateway.end();
  await two.store.open(id);
  await two.settled();
  expect(shownTurns(two.store.current()).at(-1)).toMatchObject({ answer: { text: 'whole answer', state: 'done' } });
});

/** A closed page: it sent the request, and saved the conversation before the first part arrived. */
async function leftEarly() {
  const page = setUp();
  page.store.send(null, [page.say('reload at once')]);
  await page.store.flush();
  const id = page.store.getState().openId;
  const document = page.saved.get(id)!;
  expect(turnsOf(document).at(-1)).toMatchObject({ exchangeId: null });
  return { id, document, askedId: (page.sent[0] as { exchangeId: string }).exchangeId };
}

test('a reply whose page unloaded before the first part is found under its requested id', async () => {
  const { id, document, askedId } = await leftEarly();
  const { store, gateway, saved, watched, settled } = setUp({}, 'other');
  saved.set(id, document);
  gateway.push(
    { type: 'run-start', exchangeId: askedId, attempt: 1 },
    { type: 'text-delta', text: 'whole answer' },
    runEnd(),
  );
  gateway.end();
  await store.open(id);
  await settled();
  expect(watched).toEqual([askedId]);
  expect(shownTurns(store.current()).at(-1)).toMatchObject({
    exchangeId: askedId,
    answer: { text: 'whole answer', state: 'done' },
  });
});

test('a reply requested by another page is timed from its request', async () => {
  const { id, document } = await leftEarly();
  const { createdAt } = turnsOf(document).at(-1)!;
  const { store, saved } = setUp({ now: () => createdAt + 60_000 }, 'other');
  saved.set(id, document);
  await store.open(id);
  const [run] = Object.values(store.getState().runs);
  expect(performance.now() - run!.startedMs).toBeGreaterThanOrEqual(60_000);
  expect(performance.now() - run!.startedMs).toBeLessThan(70_000);
});

test('a request that never reached the core is lost, and may have been sent', async () => {
  const { id, document } = await leftEarly();
  const { store, gateway, saved, settled } = setUp({}, 'other');
  saved.set(id, document);
  gateway.fail(new AppError(failure('not-found-here', 'unknown')));
  await store.open(id);
  await settled();
  expect(shownTurns(store.current()).at(-1)).toMatchObject({
    answer: { state: 'interrupted', sent: 'maybe-processed', failure: { code: 'connection-lost', message: 'lost' } },
  });
});

test('a reply whose record was deleted since says so', async () => {
  const { id, document } = await leftEarly();
  const parts = document.parts.map(({ id: partId, content }) => ({
    id: partId,
    content: content.replace('"exchangeId":null', '"exchangeId":"x1"'),
  }));
  const { store, gateway, saved, watched, settled } = setUp({}, 'other');
  saved.set(id, { ...document, parts });
  gateway.fail(new AppError(failure('not-found-here', 'deleted')));
  await store.open(id);
  await settled();
  expect(watched).toEqual(['x1']);
  expect(shownTurns(store.current()).at(-1)).toMatchObject({
    answer: { state: 'interrupted', failure: { code: 'not-found-here', message: 'deleted' } },
  });
});

test('a conversation that another window changed is kept as a copy, and nothing is overwritten', async () => {
  const { store, gateway, saved, troubles, say, settled } = setUp();
  const id = store.getState().openId;
  saved.set(id, { id, revision: 7, content: 'theirs' } as ConversationDocument);
  store.send(null, [say('mine')]);
  gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, runEnd());
  gateway.end();
  await settled();
  await store.flush();
  expect(saved.get(id)?.content).toBe('theirs');
  expect(troubles).toEqual(['conflict']);
  const copy = [...saved.values()].find((document) => document.id !== id);
  expect(copy?.title).toBe('mine (copy)');
  expect(store.getState().openId).toBe(copy?.id);
});

test('a conversation that another window continued is shown as stored, and no copy is made', async () => {
  const one = setUp();
  const two = setUp({}, 'other');
  const take = (id: string) => two.saved.set(id, structuredClone(one.saved.get(id)!));
  const texts = () =>
    shownTurns(two.store.current()).map((turn) =>
      turn.role === 'assistant' ? turn.answer.text : 'text' in turn && turn.text,
    );
  one.store.send(null, [one.say('first')]);
  one.gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, { type: 'text-delta', text: 'yes' }, runEnd());
  one.gateway.end();
  await one.settled();
  await one.store.flush();
  const { openId: id } = one.store.getState();
  take(id);
  await two.store.open(id);
  const lastId = () => shownTurns(one.store.current()).at(-1)!.id;
  one.store.addVersion({ ...one.say('second'), parentId: lastId() });
  await one.store.flush();
  take(id);
  await two.store.refresh(id);
  expect(texts()).toEqual(['first', 'yes', 'second']);
  two.store.change((conversation) => ({ ...conversation, title: 'Theirs' }));
  await two.store.flush();
  expect([two.saved.get(id)?.title, two.saved.size, two.troubles]).toEqual(['Theirs', 1, []]);
  // What still runs belongs to the window that requested it.
  one.store.send(lastId(), [one.say('third')]);
  await one.store.flush();
  two.saved.set(id, { ...one.saved.get(id)!, revision: 99 });
  await two.store.refresh(id);
  expect(texts()).toEqual(['first', 'yes', 'second']);
});

test('a conversation being edited here is not replaced by what another window stored', async () => {
  const { store, gateway, saved, say, settled } = setUp();
  store.send(null, [say('mine')]);
  gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, runEnd());
  gateway.end();
  await settled();
  await store.flush();
  const id = store.getState().openId;
  store.change((conversation) => ({ ...conversation, title: 'Being typed' }));
  saved.set(id, { ...saved.get(id)!, revision: 9, title: 'theirs' });
  await store.refresh(id);
  expect(store.current().title).toBe('Being typed');
});

test('a running reply continues in the copy', async () => {
  const { store, gateway, saved, say, settled } = setUp();
  store.send(null, [say('mine')]);
  await store.flush();
  const id = store.getState().openId;
  saved.set(id, { ...saved.get(id)!, revision: 7, content: '{}' });
  gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, { type: 'text-delta', text: 'late' }, runEnd());
  gateway.end();
  await settled();
  await store.flush();
  const copyId = store.getState().openId;
  expect(copyId).not.toBe(id);
  expect(shownTurns(store.current()).at(-1)).toMatchObject({ answer: { text: 'late', state: 'done' } });
  expect(turnsOf(saved.get(copyId)!).at(-1)).toMatchObject({ answer: { text: 'late' } });
});

test('a save whose response was lost with the connection is no conflict', async () => {
  const one = setUp();
  one.store.send(null, [one.say('mine')]);
  await one.store.flush();
  const id = one.store.getState().openId;
  one.loseAnswers(1);
  one.store.change((conversation) => ({ ...conversation, title: 'While it broke' }));
  await one.store.flush();
  one.store.change((conversation) => ({ ...conversation, title: 'Afterwards' }));
  await one.store.flush();
  expect(one.store.getState().openId).toBe(id);
  expect(one.saved.get(id)?.title).toBe('Afterwards');
  expect(one.troubles).toEqual(['save-failed']);
});

test('a retry is a version beside the first reply, and continuing sends the cut-off reply with it', async () => {
  const { store, gateway, sent, say, settled } = setUp();
  store.send(null, [say('again')]);
  gateway.push(
    { type: 'run-start', exchangeId: 'x1', attempt: 1 },
    { type: 'text-delta', text: 'cut he' },
    runEnd({ state: 'interrupted' }),
  );
  gateway.end();
  await settled();
  const first = shownTurns(store.current()).at(-1)!;
  store.continueAnswer(first.id);
  expect(JSON.parse((sent[1] as { body: { text: string } }).body.text).messages).toEqual([
    { role: 'user', content: 'again' },
    { role: 'assistant', content: 'cut he' },
    { role: 'user', content: 'go on' },
  ]);
  store.retry(first.id);
  expect(JSON.parse((sent[2] as { body: { text: string } }).body.text).messages).toHaveLength(1);
});

test('a new chat copies the sockets of the previous one and nothing else', () => {
  const { store } = setUp();
  store.change((conversation) => ({
    ...conversation,
    model: 'demo-tools',
    system: 'Answer like a pirate.',
    tools: [{ name: 'get_weather', description: '', parameters: '' }],
    parameters: { 'chat.completions:temperature': { on: true, value: 0 } },
    schema: { on: true, name: 'answer', text: '{}' },
    override: '{}',
  }));
  store.create();
  expect(store.current()).toMatchObject({
    connectionId: 'c1',
    model: 'demo-tools',
    system: '',
    tools: [],
    parameters: {},
    schema: { on: false },
    override: null,
  });
});

test('nothing is sent, added or lost while the user has to choose where to send', async () => {
  let refused = 0;
  const { store, gateway, sent, say, settled } = setUp({ onRefused: () => void refused++ });
  store.send(null, [say('Hello')]);
  gateway.push(runEnd());
  gateway.end();
  await settled();
  const before = store.current();
  const answerId = shownTurns(before).at(-1)!.id;
  store.setState({ mustChoose: true });
  expect(store.send(answerId, [say('More')])).toBe(false);
  store.retry(answerId);
  store.continueAnswer(answerId);
  expect(refused).toBe(3);
  expect(sent).toHaveLength(1);
  expect(store.current()).toBe(before);
});

test('a retry with another model or route is a version that names it, and leaves the sockets alone', async () => {
  const { store, gateway, sent, say, settled } = setUp();
  store.send(null, [say('Hello')]);
  gateway.push(runEnd());
  gateway.end();
  await settled();
  store.retry(shownTurns(store.current()).at(-1)!.id, { routeId: 'responses', model: 'demo-reasoner' });
  expect(sent[1]).toMatchObject({ routeId: 'responses', body: { text: expect.stringContaining('demo-reasoner') } });
  expect(shownTurns(store.current()).at(-1)).toMatchObject({ routeId: 'responses', model: 'demo-reasoner' });
  expect(store.current()).toMatchObject({ routeId: 'chat.completions', model: 'demo-chat' });
});

test('a reply keeps the connection and key of its request', () => {
  const { store, say } = setUp();
  store.change((conversation) => ({ ...conversation, connectionName: 'Demo gateway', keyId: 'k1', keyAlias: 'ci' }));
  store.send(null, [say('Hello')]);
  expect(shownTurns(store.current()).at(-1)).toMatchObject({
    connectionId: 'c1',
    connectionName: 'Demo gateway',
    keyId: 'k1',
    keyAlias: 'ci',
  });
});

test('renaming a listed conversation neither opens it nor selects what it belongs to', async () => {
  const opened: string[] = [];
  const first = setUp({ onOpened: ({ id }) => void opened.push(id) });
  first.store.send(null, [first.say('Hello')]);
  const { id } = first.store.current();
  first.store.create();
  const blankId = first.store.getState().openId;
  await first.store.edit(id, (conversation) => ({ ...conversation, title: 'Named' }));
  expect(first.store.getState().openId).toBe(blankId);
  expect(opened).toEqual([]);
  await first.store.open(id);
  expect(opened).toEqual([id]);
});

test('a conversation of an earlier version opens at the gateway of its newest reply, and opening does not change it', async () => {
  const earlier = setUp({}, 'earlier');
  earlier.store.change((conversation) => ({ ...conversation, connectionId: 'demo', model: 'demo-vision' }));
  earlier.store.send(null, [earlier.say('Hello')]);
  earlier.gateway.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, runEnd());
  earlier.gateway.end();
  await earlier.settled();
  // Such a version put the page's selection into an open conversation, and stored no names.
  earlier.store.change((conversation) => ({ ...conversation, connectionId: 'live', model: 'acme/slow' }));
  await earlier.store.flush();
  const { id } = earlier.store.current();
  const { revision, parts: _parts, ...row } = earlier.saved.get(id)!;
  // It stored the turns in the conversation.
  earlier.saved.set(id, { ...row, revision, content: JSON.stringify(earlier.store.current()), parts: [] });
  const later = setUp({
    client: { ...clientOf(earlier.saved), exchanges: recordOf } as unknown as ChatPorts['client'],
  });
  await later.store.open(id);
  expect(later.store.current()).toMatchObject({
    connectionId: 'demo',
    connectionName: 'Demo gateway',
    keyId: 'k1',
    keyAlias: 'ci',
    model: 'demo-vision',
  });
  await later.store.flush();
  expect(earlier.saved.get(id)!.revision).toBe(revision);
});

/** A stored conversation of 100 prompts with replies, and a window in which it is not loaded. */
async function storedLong(change: Partial<ChatPorts> = {}) {
  const writer = setUp({}, 'writer');
  const turns = Array.from({ length: 200 }, (_, at): Turn => {
    const node = { id: `t${at}`, parentId: at === 0 ? null : `t${at - 1}`, createdAt: at };
    if (at % 2 === 0) return { ...node, role: 'user', text: `question ${at}`, attachments: [] };
    const answer = { ...emptyAnswer, state: 'done' as const, text: `reply ${at}` };
    return {
      ...node,
      role: 'assistant',
      routeId: 'responses',
      connectionId: 'c1',
      model: 'm',
      exchangeId: null,
      answer,
    };
  });
  for (const turn of turns) writer.store.addVersion(turn);
  await writer.store.flush();
  const { openId: id } = writer.store.getState();
  const reader = setUp(change, 'reader');
  reader.saved.set(id, writer.saved.get(id)!);
  return { id, ...reader };
}
const shownTexts = ({ current }: ChatStore) =>
  shownTurns(current()).map((turn) =>
    turn.role === 'assistant' ? turn.answer.text : turn.role === 'user' && turn.text,
  );

test('a long conversation is opened at its end, and every turn follows', async () => {
  const { store, saved, id } = await storedLong();
  expect(JSON.parse(saved.get(id)!.content)).toMatchObject({ chosen: {}, end: { earlier: 160 } });
  await store.open(id);
  expect(store.current().unread?.earlier).toBe(160);
  expect(shownTexts(store).at(0)).toBe('question 160');
  expect(shownTexts(store).at(-1)).toBe('reply 199');
  await store.load(id);
  expect(store.current().unread).toBeUndefined();
  expect(shownTexts(store)).toHaveLength(200);
});

test('nothing is sent before every earlier turn is there', async () => {
  const { store, saved, sent, say, id, gateway, settled } = await storedLong();
  await store.open(id);
  expect(store.send('t199', [{ ...say('More'), createdAt: 300 }])).toBe(true);
  expect(sent).toEqual([]);
  expect(shownTexts(store).at(-1)).toBe('More');
  await store.load(id);
  const messages = sent.map((draft) => JSON.parse((draft as { body: { text: string } }).body.text).messages.length);
  expect(messages).toEqual([201]);
  gateway.push(runEnd());
  gateway.end();
  await settled();
  await store.flush();
  expect(turnsOf(saved.get(id)!)).toHaveLength(202);
});

test('a search result leads to a turn that is not loaded yet', async () => {
  const { store, id } = await storedLong();
  await store.openAt(id, 't3');
  expect(store.getState().shownTurnId).toBe('t3');
  expect(store.current().turns.t3).toBeDefined();
});

test('the shown branch is the same after it was stored: an older version that was selected stays selected', async () => {
  const { store, saved, say } = setUp();
  for (const [parent, text] of [
    [null, 'one'],
    ['u-one', 'old'],
    ['u-one', 'new'],
    ['u-new', 'below'],
  ] as const)
    store.addVersion({ ...say(text), parentId: parent });
  store.change((conversation) => selectVersion(conversation, 'u-new', -1));
  expect(shownTexts(store)).toEqual(['one', 'old']);
  await store.flush();
  const { openId: id } = store.getState();
  const other = setUp({}, 'other');
  other.saved.set(id, saved.get(id)!);
  await other.store.open(id);
  expect(shownTexts(other.store)).toEqual(['one', 'old']);
  await other.store.load(id);
  expect(shownTexts(other.store)).toEqual(['one', 'old']);
  other.store.change((conversation) => selectVersion(conversation, 'u-old', 1));
  expect(shownTexts(other.store)).toEqual(['one', 'new', 'below']);
});

/** The stored turns of a conversation, oldest first. */
const turnsOf = ({ parts }: ConversationDocument): Turn[] =>
  parts.map(({ content }) => storedTurns.read(content)).toSorted((one, other) => one.createdAt - other.createdAt);

const recordOf = {
  get: async ({ id }: { id: string }) =>
    id === 'x1' ? { connectionName: 'Demo gateway', keyAlias: 'ci', draft: { keyId: 'k1' } } : null,
};
const clientOf = (saved: ReadonlyMap<string, ConversationDocument>) => ({
  library: {
    open: async ({ id }: { id: string }) => {
      const found = saved.get(id);
      return found ? { ...found, partCount: found.parts.length } : null;
    },
  },
});
