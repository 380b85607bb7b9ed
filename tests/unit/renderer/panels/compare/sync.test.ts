import { expect, test } from 'vitest';
import { newComparison, newLane, withOwn } from '../../../../../renderer/panels/compare/model/comparison.ts';
import { lanesInput } from '../../../../../renderer/panels/compare/model/run-input.ts';

const lanes = ['a', 'b'].map((id) => newLane(id, { connectionId: 'c', keyId: null, model: 'm' }));
const comparison = newComparison('x', { lanes, prompt: 'shared', system: 'be brief' });
const promptsOf = (one: typeof comparison) => lanesInput(one).lanes.map(({ prompt }) => prompt);

test('what all lanes share is sent by all, and what a lane has of its own only where it is not shared', () => {
  expect(comparison.synced).toEqual({ prompt: true, system: true, parameters: true });
  const own = withOwn(comparison, 'b', 'prompt', 'own');
  expect(own.synced.prompt).toBe(false);
  expect(promptsOf(own)).toEqual([null, 'own']);
});

test('sharing again keeps what a lane had of its own for later', () => {
  const own = withOwn(comparison, 'b', 'prompt', 'own');
  const shared = { ...own, synced: { ...own.synced, prompt: true } };
  expect(promptsOf(shared)).toEqual([null, null]);
  expect(promptsOf({ ...shared, synced: { ...shared.synced, prompt: false } })).toEqual([null, 'own']);
});

test('overrides of a comparison of an earlier version are still sent', () => {
  const [first, second] = lanes;
  const stored = newComparison('x', { lanes: [{ ...first, system: 'own' }, second] as typeof lanes, system: 'all' });
  expect(stored.synced).toEqual({ prompt: true, system: false, parameters: true });
  expect(lanesInput(stored).lanes.map(({ system }) => system)).toEqual(['own', null]);
});

test('tools, schema and files go to all lanes', () => {
  const tools = [{ name: 't', description: '', schema: { type: 'object' } }];
  const schema = { name: 's', schema: { type: 'object' } };
  expect(lanesInput({ ...comparison, tools, schema })).toMatchObject({ tools, schema });
});
