import { expect, test } from 'vitest';
import { newLane, withLanes } from '../../../../../renderer/panels/compare/model/comparison.ts';
import { lanesInput } from '../../../../../renderer/panels/compare/model/run-input.ts';
import { type ComparePorts, createCompareStore } from '../../../../../renderer/panels/compare/store.ts';
import type { CompareInput } from '../../../../../shared/contract/compare.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';

function bench() {
  const library = handLibrary();
  const started: CompareInput[] = [];
  let count = 0;
  const ports = {
    client: {
      library: library.client,
      compare: {
        start: async (input: CompareInput) => {
          started.push(input);
          return { runId: `run${started.length}` };
        },
      },
    } as unknown as ComparePorts['client'],
    newId: () => `id${++count}`,
    copyTitle: (title: string) => `${title} (copy)`,
    onTrouble: () => undefined,
  };
  return { ports, rows: library.rows, started };
}

const filled = (ports: ComparePorts) => {
  const store = createCompareStore(ports);
  store.change((now) =>
    withLanes({ ...now, prompt: 'Hi' }, [newLane('a', { connectionId: 'c', keyId: null, model: 'm' })]),
  );
  return store;
};

test('a started run belongs to its comparison after a reload', async () => {
  const { ports, started } = bench();
  const store = filled(ports);
  expect(await store.start(lanesInput(store.current()), 'lanes')).toBe('run1');
  const { id } = store.current();
  expect(started[0]).toMatchObject({ documentId: id, prompt: 'Hi', repeats: 1 });
  const reloaded = createCompareStore(ports);
  expect(await reloaded.open(id)).toBe(true);
  expect(reloaded.current()).toMatchObject({ runId: 'run1', prompt: 'Hi', lanes: [{ id: 'a', model: 'm' }] });
});

test('a new comparison takes the lanes along, without their turns', () => {
  const { ports } = bench();
  const store = filled(ports);
  store.change((now) => ({
    ...now,
    lanes: now.lanes.map((lane) => ({ ...lane, history: [{ role: 'assistant', text: 'x' }] })),
  }));
  store.create();
  expect(store.current()).toMatchObject({ prompt: '', runId: null, lanes: [{ model: 'm', history: [] }] });
});

test('what an earlier version stored opens with the fields that it lacks', async () => {
  const { ports } = bench();
  await ports.client.library.save({
    id: 'old',
    panel: 'compare',
    title: '',
    starred: false,
    model: null,
    content: JSON.stringify({ version: 1, id: 'old', prompt: 'Hi', lanes: [] }),
    revision: 0,
  });
  const store = createCompareStore(ports);
  expect(await store.open('old')).toBe(true);
  expect(store.current()).toMatchObject({ prompt: 'Hi', repeats: 1, rows: [], assertions: [] });
});
