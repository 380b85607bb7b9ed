import { expect, onTestFinished, test } from 'vitest';
import type { Updater } from '#core/host-services.ts';
import { createCoreFacts } from '#core/store/core-facts.ts';
import { createUpdates, type Updates } from '#core/updates/updates.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

const neverAborted = { signal: new AbortController().signal };

function updater(parts: Partial<Updater> = {}) {
  const calls: string[] = [];
  const hand: Updater = {
    support: 'ready',
    feed: 'https://feed.test/patchbay',
    async find(channel) {
      calls.push(`find ${channel}`);
      return channel === 'beta' ? '9.0.0-beta.1' : null;
    },
    async fetch(onPercent) {
      calls.push('fetch');
      for (const percent of [0, 12.2, 12.9, 99.9]) onPercent(percent);
    },
    install: () => void calls.push('install'),
    ...parts,
  };
  return { hand, calls };
}

function open(hand: Updater | null, timings = { firstMs: 60_000, everyMs: 60_000 }) {
  const facts = createCoreFacts(tempDatabase());
  const events = new EventTarget();
  const notes: string[] = [];
  const seen: UpdateState[] = [];
  let updates: Updates | undefined;
  const announce = () => {
    if (updates) seen.push(updates.area.state({}, neverAborted) as UpdateState);
    events.dispatchEvent(new Event('change'));
  };
  updates = createUpdates({ updater: hand, facts, notify: (title) => void notes.push(title), announce, timings });
  onTestFinished(() => updates.close());
  return { updates, area: updates.area, facts, events, notes, seen };
}

test('nothing is checked until the user enables it, and never automatically while it is off', async () => {
  const { hand, calls } = updater();
  const { area, updates } = open(hand, { firstMs: 0, everyMs: 0 });
  expect(await area.state({}, neverAborted)).toMatchObject({
    mode: 'off',
    channel: 'stable',
    step: 'idle',
    askedAt: null,
  });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(calls).toEqual([]);
  updates.close();
});

test('when enabled it checks automatically, reports what it found once, and downloads only on request', async () => {
  const { hand, calls } = updater();
  const { area, updates, events, notes } = open(hand, { firstMs: 0, everyMs: 1e6 });
  const found = new Promise<void>((resolve) => {
    events.addEventListener(
      'change',
      () => (area.state({}, neverAborted) as UpdateState).step === 'found' && resolve(),
    );
  });
  await area.choose({ mode: 'tell', channel: 'beta' }, neverAborted);
  await found;
  expect(calls).toEqual(['find beta']);
  expect(await area.state({}, neverAborted)).toMatchObject({ step: 'found', version: '9.0.0-beta.1', percent: null });
  expect(notes).toEqual(['Update available']);
  updates.close();
});

test('a version is downloaded with its progress, then installed on request', async () => {
  const { hand, calls } = updater();
  const { area, seen } = open(hand);
  await area.choose({ channel: 'beta' }, neverAborted);
  expect(await area.ask({}, neverAborted)).toMatchObject({ step: 'found' });
  expect(await area.fetch({}, neverAborted)).toMatchObject({ step: 'fetched', percent: 100 });
  expect(seen.filter(({ step }) => step === 'fetching').map(({ percent }) => percent)).toEqual([0, 0, 12, 99]);
  await area.install({}, neverAborted);
  expect(calls).toEqual(['find beta', 'fetch', 'install']);
});

test('the selection is stored; another channel forgets what was found', async () => {
  const { hand } = updater();
  const { area, facts } = open(hand);
  await area.choose({ mode: 'tell', channel: 'beta' }, neverAborted);
  await area.ask({}, neverAborted);
  expect(await area.choose({ channel: 'stable' }, neverAborted)).toMatchObject({
    step: 'idle',
    version: null,
    mode: 'tell',
  });
  expect([facts.read('update-mode'), facts.read('update-channel')]).toEqual(['tell', 'stable']);
});

test('a feed that does not respond is a failure in words, and the current version keeps running', async () => {
  const find = () => Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED\n    at a stack'));
  const { area } = open(updater({ find }).hand);
  const state = await area.ask({}, neverAborted);
  expect(state).toMatchObject({ step: 'failed', version: null });
  expect(state.failure).toMatchObject({ code: 'unreachable', retryable: true });
  expect(state.failure?.message).not.toContain('stack');
});

test('a broken download keeps the version on offer', async () => {
  const { area } = open(updater({ fetch: () => Promise.reject(new Error('sha512 checksum mismatch')) }).hand);
  await area.choose({ channel: 'beta' }, neverAborted);
  await area.ask({}, neverAborted);
  expect(await area.fetch({}, neverAborted)).toMatchObject({ step: 'failed', version: '9.0.0-beta.1', percent: null });
});

test('nothing can be checked, downloaded or installed out of order', async () => {
  const { area } = open(updater().hand);
  expect((await failureOf(() => area.fetch({}, neverAborted))).code).toBe('not-found-here');
  expect((await failureOf(() => area.install({}, neverAborted))).code).toBe('not-found-here');
});

test.each([
  ['a host of another kind', null, 'not-this-host'],
  ['the source folder', updater({ support: 'not-packed', feed: null }).hand, 'not-packed'],
  ['an unsigned Windows build', updater({ support: 'unsigned', feed: null }).hand, 'unsigned'],
  ['a build without a feed', updater({ support: 'no-feed', feed: null }).hand, 'no-feed'],
])('%s says why it cannot, and checks nothing', async (_name, hand, support) => {
  const { area } = open(hand);
  expect(await area.state({}, neverAborted)).toMatchObject({ support, mode: 'off', feed: null });
  expect((await failureOf(() => area.ask({}, neverAborted))).code).toBe('misuse');
  expect((await failureOf(() => area.choose({ mode: 'fetch' }, neverAborted))).code).toBe('misuse');
  expect(await area.choose({ mode: 'off' }, neverAborted)).toMatchObject({ mode: 'off' });
});

test('a program that turns out not to be replaceable says so, and is never called the newest', async () => {
  let support: Updater['support'] = 'ready';
  const { hand } = updater();
  const able: Updater = {
    ...hand,
    get support() {
      return support;
    },
    async find() {
      support = 'not-replaceable';
      return null;
    },
  };
  const { area, seen } = open(able);
  expect(await area.ask({}, neverAborted)).toMatchObject({ support: 'not-replaceable', step: 'idle', askedAt: null });
  expect(seen.map(({ step }) => step)).not.toContain('newest');
  expect((await failureOf(() => area.ask({}, neverAborted))).code).toBe('misuse');
});
