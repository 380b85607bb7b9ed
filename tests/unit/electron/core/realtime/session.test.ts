import { expect, test } from 'vitest';
import { openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

test('a text conversation: stages, words, usage, limits, a clean end', async () => {
  const gateway = await openDemo();
  const { client, open } = await openRealtime(gateway.url);
  const session = await open({ settings: { output: 'text' } });
  await session.live();
  await session.say('Hello there, what is 2 + 3?');
  session.act({ kind: 'end' });
  expect(await session.ended()).toMatchObject({ state: 'done', failure: null });

  const stages = session.all('stage').map(({ stage }) => stage);
  expect(stages).toEqual(['preparing', 'connecting', 'authorizing', 'configuring', 'live', 'ending', 'ended']);
  expect(session.parts.map(({ n }) => n)).toEqual(session.parts.map((_, index) => index));
  const words = session.all('words-done');
  expect(words.map(({ who, spoken }) => [who, spoken])).toEqual([
    ['person', false],
    ['model', false],
  ]);
  expect(words[0]?.text).toBe('Hello there, what is 2 + 3?');
  expect(
    session
      .all('words')
      .map(({ delta }) => delta)
      .join(''),
  ).toBe(words[1]?.text);
  const [{ end } = { end: null }] = session.all('response').flatMap((part) => (part.state === 'done' ? [part] : []));
  expect(end).toMatchObject({ status: 'completed', reason: null });
  expect(end?.inputTokens).toBeGreaterThan(5);
  expect(session.all('limits')[0]?.limits.map(({ name }) => name)).toEqual(['requests', 'tokens']);
  expect(session.all('closed')).toMatchObject([{ code: 1000, byUs: true }]);
  expect(session.all('configured')[0]?.expiresAt).toBeGreaterThan(Date.now());

  const [summary] = await client.realtime.sessions({});
  expect(summary).toMatchObject({
    id: session.id,
    state: 'done',
    turns: 1,
    gaps: 0,
    title: 'Hello there, what is 2 + 3?',
    dialect: 'ga',
  });
  const detail = await client.exchanges.get({ id: session.id });
  expect(detail).toMatchObject({ routeId: 'realtime', status: 101, state: 'done', model: 'demo-realtime' });
  expect(detail.usage?.outputTokens).toBe(end?.outputTokens);
});
