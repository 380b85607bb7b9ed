import { expect, test } from 'vitest';
import { checkPlanInput } from '#shared/contract/checks.ts';
import {
  exposedRoutes,
  firstSetup,
  gapOf,
  inputOf,
  presets,
  setupFor,
  setupFrom,
  tickOf,
  toggle,
} from '../../../../../renderer/panels/checks/model/setup.ts';
import { sameInput } from '../../../../../renderer/panels/checks/setup/setup-foot.tsx';

const keys = ['a', 'b', 'c'];

test('unticking one of "all" names the others; ticking it again is "all" again', () => {
  const without = toggle(null, keys, ['b'], false);
  expect(without).toEqual(['a', 'c']);
  expect(toggle(without, keys, ['b'], true)).toBeNull();
});

test('a group is toggled as one, in the order of the list, and what is gone from the list goes', () => {
  expect(toggle(['c'], keys, ['a'], true)).toEqual(['a', 'c']);
  expect(toggle(['gone', 'a'], keys, ['b'], true)).toEqual(['a', 'b']);
  expect(toggle(null, keys, keys, false)).toEqual([]);
});

test('the tick over a group knows three states', () => {
  expect(tickOf(null, keys)).toBe(true);
  expect(tickOf(['a'], keys)).toBe('mixed');
  expect(tickOf([], keys)).toBe(false);
});

test('none is never sent as "all": it is a gap', () => {
  expect(gapOf(firstSetup)).toBeNull();
  expect(gapOf({ ...firstSetup, keyIds: [] })).toBe('no-keys');
  expect(gapOf({ ...firstSetup, routeIds: [] })).toBe('no-routes');
  expect(gapOf({ ...firstSetup, models: [] })).toBe('no-models');
});

test('every preset makes an input that the contract takes as it is, and comes back from it', () => {
  for (const preset of presets) {
    const setup = { ...setupFor(preset), name: 'Nightly' };
    const input = inputOf('c1', setup);
    expect(checkPlanInput.parse(input)).toEqual(input);
    expect(setupFrom(input, null)).toEqual(setup);
  }
});

test('a route that the service does not list is offered only where the connection exposes it', () => {
  expect(exposedRoutes([])).not.toContain('native.streamGenerateContent');
  expect(exposedRoutes(['native.streamGenerateContent'])).toContain('native.streamGenerateContent');
});

test('the order in which choices were made is no difference between two plans', () => {
  const one = inputOf('c1', { ...firstSetup, keyIds: ['a', 'b'] });
  const two = inputOf('c1', { ...firstSetup, keyIds: ['b', 'a'] });
  expect(sameInput(one, two)).toBe(true);
  expect(sameInput(one, { ...two, cap: { ...two.cap, calls: 3 } })).toBe(false);
});
