import { expect, test } from 'vitest';
import { createNotices } from '../../../../../electron/core/host/notices.ts';
import { createReportedWork } from '../../../../../electron/core/host/reported-work.ts';

function open(language: 'en' | 'zh-CN' = 'en') {
  const notified: unknown[] = [];
  return {
    notified,
    notices: createNotices({ notify: (...given) => void notified.push(given), language: () => language }),
  };
}
const exchange = (more: object = {}) =>
  ({ id: 'e1', state: 'done', model: 'm', connectionName: 'Demo', failureCode: null, ...more }) as never;
const run = (more: object = {}) =>
  ({
    id: 'r1',
    connectionId: 'c1',
    connectionName: 'Demo',
    name: 'Nightly',
    state: 'done',
    ended: 12,
    cells: 14,
    ...more,
  }) as never;

test('a request of half a minute or more sends a notification with its names and duration, and links to it', () => {
  const { notified, notices } = open();
  notices.request(exchange(), 29_999);
  notices.request(exchange({ state: 'cancelled' }), 90_000);
  notices.request(exchange({ state: 'interrupted', failureCode: 'app-ended' }), 90_000);
  expect(notified).toEqual([]);
  notices.request(exchange(), 90_000);
  notices.request(exchange({ state: 'failed', model: null, failureCode: 'dns' }), 30_000);
  const to = { kind: 'exchange', id: 'e1' };
  expect(notified).toEqual([
    ['Request finished', 'm · Demo · 1:30', to],
    ['Request failed', 'Demo · 30.0 s', to],
  ]);
});

test('a check that finished sends a notification, and one that was stopped does not', () => {
  const { notified, notices } = open();
  notices.check(run());
  notices.check(run({ state: 'capped' }));
  notices.check(run({ state: 'stopped' }));
  const to = { kind: 'check', connectionId: 'c1', id: 'r1' };
  expect(notified).toEqual([
    ['Check finished', 'Nightly · Demo · 12 of 14 cells', to],
    ['Check stopped at its limit', 'Nightly · Demo · 12 of 14 cells', to],
  ]);
});

test('the notices use the language of the page', () => {
  const { notified, notices } = open('zh-CN');
  notices.request(exchange(), 90_000);
  notices.check(run());
  notices.embedding({ id: 'k1', settled: 1200, total: 2000 });
  expect(notified.map((given) => (given as string[]).slice(0, 2))).toEqual([
    ['请求已完成', 'm · Demo · 1:30'],
    ['检测已完成', 'Nightly · Demo · 12 / 14 个单元格'],
    ['向量化提前停止', '1,200 / 2,000 条输入'],
  ]);
});

test('work of a page is known while it runs, reported once at its end, and links to its corpus', () => {
  const { notified, notices } = open();
  let isBusy = true;
  let now = 0;
  let changes = 0;
  const work = createReportedWork({
    isBusy: () => isBusy,
    onEnd: notices.embedding,
    announce: () => {
      changes += 1;
    },
    now: () => now,
  });
  const report = (id: string, settled: number, state: 'running' | 'over' = 'running') =>
    work.report({ id, kind: 'embedding', settled, total: 2000, state });
  report('k1', 0);
  report('k1', 500);
  report('k2', 2000);
  expect(work.shares()).toEqual([0.25, 1]);
  expect(changes).toBe(2);
  report('k2', 2000, 'over');
  report('k2', 2000, 'over');
  report('never begun', 2000, 'over');
  expect(notified).toEqual([
    ['Embedding finished', '2,000 of 2,000 inputs', { kind: 'document', panel: 'embeddings', id: 'k2' }],
  ]);
  // A closed page reports no end: its work is over when nothing runs any more.
  now = 61_000;
  expect(work.shares()).toEqual([0.25]);
  isBusy = false;
  expect(work.shares()).toEqual([]);
  for (let turn = 0; turn < 100; turn += 1) {
    report('flood', 0);
    report('flood', 1, 'over');
  }
  expect(notified).toHaveLength(11);
  for (let id = 0; id < 100; id += 1) report(`k${id}`, 1);
  expect(work.shares()).toHaveLength(20);
});
