import { expect, test } from 'vitest';
import { cellsBefore, runsBefore, sameShapeRuns } from '../../../../../renderer/panels/checks/cell/cell-facts.tsx';
import { excerptOf } from '../../../../../renderer/panels/checks/cell/evidence.tsx';
import { fold, settled, withLive } from '../../../../../renderer/panels/checks/live-checks.ts';
import { shownRunId } from '../../../../../renderer/panels/checks/shown.ts';
import { cell, run } from './fixture.ts';

const first = cell('models', 'k', null, 'not-tried', { state: 'waiting' });
const second = cell('embeddings', 'k', 'm', 'not-tried', { state: 'waiting' });
const running = run('r1', [first, second], { state: 'running', ended: 0, endedAt: null });

test('an update changes the cells it concerns; the others keep their identity', () => {
  const live = fold({ summary: running, rows: running.rows }, [
    { type: 'cell', cell: { ...second, state: 'probing' } },
    { type: 'cell', cell: { ...second, state: 'ended', verdict: 'works' } },
    { type: 'run', run: { ...running, ended: 1 } },
  ]);
  expect(live.rows[0]).toBe(first);
  expect(live.rows[1]?.verdict).toBe('works');
  expect(live.summary?.ended).toBe(1);
  expect(fold(live, [{ type: 'run', run: running }]).rows).toBe(live.rows);
});

test('a run is shown with the updates since it was read, and never with those of another run', () => {
  const live = { summary: { ...running, ended: 1 }, rows: [first, { ...second, state: 'probing' as const }] };
  expect(withLive(running, live).ended).toBe(1);
  expect(withLive(running, live).rows[1]?.state).toBe('probing');
  expect(withLive(run('r2', []), live).rows).toEqual([]);
});

test('a run that was stopped early has no cell in progress', () => {
  expect(settled({ ...running, state: 'stopped' }).rows.map(({ state, verdict }) => [state, verdict])).toEqual([
    ['ended', 'not-tried'],
    ['ended', 'not-tried'],
  ]);
  expect(settled(running)).toBe(running);
});

test('the page shows the selected run, else one in progress, else the newest of the set, else the newest', () => {
  const runs = [run('new', []), run('old', [], { setId: 's' }), run('oldest', [])];
  const view = { runId: null, setId: null, isSetup: false };
  expect(shownRunId({ ...view, runId: 'oldest' }, runs)).toBe('oldest');
  expect(shownRunId({ ...view, runId: 'gone' }, runs)).toBe('new');
  expect(shownRunId({ ...view, setId: 's' }, runs)).toBe('old');
  expect(shownRunId(view, [...runs, run('now', [], { state: 'running' })])).toBe('now');
  expect(shownRunId(view, [])).toBeNull();
  expect(shownRunId({ ...view, runId: 'kept' }, undefined)).toBe('kept');
});

test('the history of a cell is the same route, key and model in earlier runs of the same plan', () => {
  const now = run('now', [], { startedAt: 50, setId: 's' });
  const before = runsBefore(now, [
    run('other', [], { startedAt: 10 }),
    run('one', [], { startedAt: 20, setId: 's' }),
    run('two', [], { startedAt: 30, setId: 's' }),
    run('later', [], { startedAt: 60, setId: 's' }),
    now,
  ]);
  expect(before.map(({ id }) => id)).toEqual(['two', 'one']);
  const here = cell('rerank', 'k', 'm', 'works', { shape: '[]' });
  const found = cellsBefore(here, [
    run('two', [cell('rerank', 'k', 'm', 'works', { shape: '[]' }), cell('rerank', 'k2', 'm', 'works')]),
    run('one', [cell('rerank', 'k', 'm', 'works', { shape: '{results}' })]),
    run('skipped', [cell('rerank', 'k', 'm', 'not-tried', { endedAt: null })]),
  ]);
  expect(found.map(({ shape }) => shape)).toEqual(['[]', '{results}']);
  expect(sameShapeRuns(here, found)).toBe(2);
  expect(sameShapeRuns(here, found.slice(0, 1))).toBe(2);
  expect(sameShapeRuns(here, [])).toBe(1);
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('an excerpt formats JSON and truncates long values', () => {
  const vector = excerptOf(
    bytes(JSON.stringify({ data: [1, 2, 3, 4, 5, 6], text: 'x'.repeat(200) })),
    'application/json',
  );
  expect(vector?.language).toBe('json');
  expect(vector?.text).toContain('… 2 more');
  expect(vector?.text).toContain(`${'x'.repeat(80)}…`);
});

test('an excerpt of a stream leaves out the empty lines between events', () => {
  expect(excerptOf(bytes('data: 1\n\ndata: 2\n\n'), 'text/event-stream')?.text).toBe('data: 1\ndata: 2\n');
});

test('a truncated body is shown as it is, and non-text bytes are not shown', () => {
  expect(excerptOf(bytes('{"data":[0.1,0.'), 'application/json')).toEqual({
    text: '{"data":[0.1,0.',
    language: 'json',
  });
  expect(excerptOf(bytes('RIFF'), 'audio/wav')).toBeNull();
  expect(excerptOf(Uint8Array.of(80, 75, 0, 1), null)).toBeNull();
});
