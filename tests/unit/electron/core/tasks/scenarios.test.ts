import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { testFaults } from '../../../../support/demo-faults/index.ts';
import { type Bench, isSaved, openBench } from '../../../../support/tasks/task-bench.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ moreFaults: testFaults, paceTokensPerSecond: 3000, key: 'CANARY-3f9a7c1e5b' });
});
afterAll(() => gateway.close());

const isSettled: Parameters<Bench['until']>[1] = ({ endedAt, state, result }) =>
  endedAt !== null && (state !== 'succeeded' || ['saved', 'failed', 'expired'].includes(result.state));

async function play(scenario: string) {
  const bench = await openBench({ baseAddress: gateway.url, key: gateway.key });
  const body = JSON.stringify({ model: `faulty/video-${scenario}`, prompt: 'a hill', seconds: '1', size: '64x64' });
  const id = await bench.submit({ body: { kind: 'json', text: body } });
  return { bench, task: await bench.until(id, isSettled) };
}

const words = ['kling', 'doubao', 'jimeng', 'vidu', 'hailuo', 'ali', 'new-api', 'plain'].map((name) => `words-${name}`);
const good = [
  ...words,
  ...['odd-words', 'progress-text', 'progress-fraction', 'no-progress', 'no-address', 'wrong-host', 'expired-address'],
  ...['two-envelopes', 'only-id', 'number-id', 'one-family', 'poll-after', 'busy-polls', 'shaky-polls'],
  ...['late-content', 'content-not-ready', 'cut-once', 'time-budget', 'no-ranges', 'plain-label'],
];
for (const scenario of good)
  test(`${scenario}: the video is saved`, async () => {
    const { bench, task } = await play(scenario);
    expect(task).toMatchObject({ state: 'succeeded', progress: 1, result: { state: 'saved', failure: null } });
    expect((await bench.bytesOf(task)).toString('latin1', 4, 8)).toBe('ftyp');
    expect(gateway.requestLog().filter(({ body }) => body.includes(`faulty/video-${scenario}"`))).toHaveLength(1);
    expect(isSaved(task)).toBe(true);
  });

const bad: [string, string, string, string][] = [
  ['failed', 'failed', 'moderated', 'content policy'],
  ['moderated', 'failed', 'moderated', 'safety system'],
  ['cancelled', 'cancelled', 'upstream', 'was canceled'],
  ['expired', 'expired', 'upstream', 'expired'],
  ['timed-out', 'failed', 'upstream', '任务超时'],
  ['lost', 'lost', 'not-found', 'does not exist'],
];
for (const [scenario, state, code, sentence] of bad)
  test(`${scenario}: the task is ${state}, in the words of the gateway`, async () => {
    const { task } = await play(scenario);
    expect(task).toMatchObject({ state, watching: false, failure: { code }, result: { state: 'none', file: null } });
    expect(task.failure?.message).toContain(sentence);
    expect(task.resultUrls).toEqual([]);
  });

for (const scenario of ['page-content', 'error-content'])
  test(`${scenario}: content that is not a video is never saved as one`, async () => {
    const { task } = await play(scenario);
    expect(task).toMatchObject({ state: 'succeeded', result: { state: 'failed', file: null } });
  });
