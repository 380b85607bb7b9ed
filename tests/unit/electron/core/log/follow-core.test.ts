import { expect, test } from 'vitest';
import type { Change } from '#shared/contract/host.ts';
import { followCore } from '../../../../../electron/core/log/follow-core.ts';

test('storage notices, stopped saving and steps of an update are logged once, without their sentences', async () => {
  const { signal } = new AbortController();
  const noted: unknown[] = [];
  const now = {
    info: { saving: true, notices: [{ id: 'history-replaced', message: 'put aside as /home/me/secret' }] },
    update: { step: 'idle', version: null as string | null, percent: 0, failure: null as object | null },
  };
  const steps: [Change['area'], () => void][] = [
    ['updates', () => Object.assign(now.update, { step: 'asking' })],
    ['updates', () => Object.assign(now.update, { step: 'fetching', version: '2.0.0' })],
    ['updates', () => Object.assign(now.update, { percent: 50 })],
    ['host', () => now.info.notices.push({ id: 'history-damaged', message: 'x' })],
    ['host', () => Object.assign(now.info, { saving: false })],
    ['exchanges', () => {}],
    ['updates', () => Object.assign(now.update, { step: 'failed', failure: { code: 'dns', message: 'feed.test' } })],
  ];
  const core = {
    host: {
      info: () => now.info,
      async *changes() {
        for (const [area, change] of steps) {
          change();
          yield { area };
        }
      },
    },
    updates: { state: () => now.update },
  };
  await followCore(core as never, { note: (...given) => noted.push(given) }, signal);
  expect(noted).toEqual([
    ['storage', { notice: 'history-replaced' }],
    ['update', { step: 'asking', version: null, failure: null }],
    ['update', { step: 'fetching', version: '2.0.0', failure: null }],
    ['storage', { notice: 'history-damaged' }],
    ['storage', { saving: false }],
    ['update', { step: 'failed', version: '2.0.0', failure: 'dns' }],
  ]);
});

test('a core that closes ends it quietly', async () => {
  const core = { host: { info: () => Promise.reject(new Error('closed')) } };
  await followCore(core as never, { note: () => {} }, new AbortController().signal);
});
