import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { canariesIn } from '../../support/exchange/canary.ts';
import { trusted } from '../../support/exchange/certificates.ts';
import { connectionThrough } from '../../support/gateways/doors.ts';
import { askedOf, sendAll, sendRest, tag, video } from '../../support/gateways/video-responses.ts';
import { quick } from '../../support/tasks/quick-timings.ts';
import { openBench } from '../../support/tasks/task-bench.ts';
import type { CellOutcome } from '../cell.ts';
import { type DownloadForm, half, halfBytes } from '../download-forms.ts';
import { active, expectNoCanary, expectNothingMore } from '../left-over.ts';
import { startTaskGateway, tell } from '../task-gateway.ts';

const isSettled = ({ result }: TaskDetail) => ['saved', 'failed', 'expired', 'paused'].includes(result.state);
const resultOf = { paused: 'paused', done: 'saved', 'done-with-warnings': 'saved', failed: 'failed' } as const;

/** Produces one form of a fault and asserts all that its cell promises; then the fault ends, and the video must be saved. */
export async function checkDownload(outcome: CellOutcome, form: DownloadForm): Promise<void> {
  const before = active();
  const { door = 'plain', keptBytes = halfBytes, unseen = 0 } = form;
  const gateway = await startTaskGateway(
    {
      look: tell('completed', { metadata: { url: '' } }),
      give: (request, count) =>
        count === 1 ? (form.first ?? half)(request, 1, gateway) : form.give(request, count - 1, gateway),
    },
    door === 'secure' ? trusted : undefined,
  );
  onTestFinished(() => gateway.close());
  const waits = quick?.downloadWaitsMs?.slice(0, form.rounds ?? 3) ?? [];
  const { baseAddress, ...connection } = connectionThrough(door, gateway.port);
  const bench = await openBench({
    baseAddress,
    connection: { ...connection, deadlines: form.deadlines ?? {} },
    options: {
      taskTimings: { ...quick, downloadWaitsMs: waits },
      downloadTimings: { waitsMs: [1], limitedMs: 30 },
    },
  });
  const id = await bench.submit();

  if (form.stops) {
    const running = await bench.until(id, ({ result }) => result.receivedBytes > 0);
    const [now] = await bench.client.exchanges.list({ routeId: 'videos.content', limit: 1 });
    if (form.stops === 'task') await bench.client.tasks.stop({ id: running.id });
    else await bench.client.exchanges.cancel({ id: now?.id ?? '' });
  }

  // One end, reported once.
  const task = await bench.until(id, isSettled);
  const expected = form.result ?? resultOf[outcome.state as keyof typeof resultOf];
  expect(task.result.state, task.result.failure?.message).toBe(expected);
  expect(task.state).toBe('succeeded');
  expect(bench.notes).toHaveLength(expected === 'paused' ? 0 : 1);
  if (outcome.code !== null && expected !== 'saved') {
    expect(task.result.failure?.code, task.result.failure?.message).toBe(form.code ?? outcome.code);
    expect(task.result.failure).toMatchObject({
      message: expect.stringMatching(/./),
      hint: expect.stringMatching(/./),
    });
  }

  // Every try is its own exchange, ended, counted, and with what the gateway saw of it.
  const tries = await bench.client.exchanges.list({ routeId: 'videos.content', limit: 100 });
  expect(tries).toHaveLength(form.asked);
  expect(gateway.seen.films).toHaveLength(form.asked - unseen);
  const details = await Promise.all(tries.map((one) => bench.client.exchanges.get({ id: one.id })));
  expect(details.filter(({ state }) => state === 'running')).toEqual([]);
  const notSent = details.filter(({ sent }) => sent === 'not-sent');
  expect(details[0]?.sent).toBe(expected === 'saved' ? 'answered' : (form.sent ?? outcome.sent));
  // A rejecting proxy has seen the request, and the gateway has not.
  expect(notSent.length).toBe(door === 'proxied' ? 1 : unseen);
  const warning = form.warning ?? outcome.warning;
  if (warning) expect(details.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toContain(warning);
  expect(gateway.seen.submissions).toHaveLength(1);
  // A video is never requested over an idle pooled connection.
  expect(gateway.seen.films.map(({ earlier }) => earlier)).toEqual(gateway.seen.films.map(() => 0));

  // The stored bytes are those of the wire, with the validator that shows that the file is still the same.
  const part = partOf(bench.folder);
  if (expected !== 'saved') {
    expect(part).toMatchObject({ isFilm: true, validator: keptBytes === 0 ? null : tag });
    if (keptBytes === 'some') expect(part.bytes).toBeGreaterThan(0);
    else expect(part.bytes).toBe(keptBytes);
  }
  if (form.froms) expect(gateway.seen.films.map((one) => askedOf(one).from)).toEqual(form.froms);

  if (expected !== 'saved') {
    const seen = gateway.seen.films.length;
    await heal(form, gateway, bench, id, outcome);
    await bench.until(id, ({ result }) => result.state === 'saved');
    const next = gateway.seen.films[seen];
    expect(next && askedOf(next)).toEqual(
      keptBytes === 0 ? { from: null, ifRange: null } : { from: part.bytes, ifRange: tag },
    );
  }
  const saved = await bench.until(id, ({ result }) => result.state === 'saved');
  expect((await bench.bytesOf(saved)).equals(video)).toBe(true);
  expect(canariesIn([saved, task, details, bench.notes])).toEqual([]);
  await bench.close();

  // Nothing is left but the video.
  expect(readdirSync(path.join(bench.folder, 'files'))).toEqual([saved.result.file?.id]);
  expect(downloadsIn(bench.folder)).toEqual([]);
  expectNoCanary(bench.folder);
  await gateway.close();
  await expectNothingMore(before);
}

/** The fault is over; what waits for a change resumes by itself when it happened, everything else on request. */
async function heal(
  { door }: DownloadForm,
  gateway: Awaited<ReturnType<typeof startTaskGateway>>,
  bench: Awaited<ReturnType<typeof openBench>>,
  id: string,
  { code }: CellOutcome,
): Promise<void> {
  gateway.give = (request) => {
    const { from } = askedOf(request);
    return from === null ? sendAll(request) : sendRest(request, from);
  };
  await gateway.up();
  if (door === 'secure') gateway.certify(trusted);
  gateway.name('127.0.0.1');
  if (code !== 'auth') return bench.client.tasks.download({ id });
  const [key] = await bench.client.keys.status({});
  await bench.client.keys.put({
    id: key?.id,
    connectionId: bench.connectionId,
    alias: '',
    secret: 'sk-another-key-0123456789',
  });
}

const downloadsIn = (folder: string): string[] => {
  const place = path.join(folder, 'downloads');
  return existsSync(place) ? readdirSync(place) : [];
};

/** What exists of an incomplete video. */
function partOf(folder: string): { bytes: number; isFilm: boolean; validator: string | null } {
  const name = downloadsIn(folder).find((one) => one.endsWith('.part'));
  if (name === undefined) return { bytes: 0, isFilm: true, validator: null };
  const file = path.join(folder, 'downloads', name);
  const bytes = readFileSync(file);
  const note = existsSync(`${file}.json`) ? JSON.parse(readFileSync(`${file}.json`, 'utf8')).note : null;
  return {
    bytes: bytes.length,
    isFilm: video.subarray(0, bytes.length).equals(bytes),
    validator: note?.validator ?? null,
  };
}
