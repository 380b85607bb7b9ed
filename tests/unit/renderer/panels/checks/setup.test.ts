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
import { sameInput } from '../../../../../renderer/panels/checks/setup/setup-work.tsx';

const keys = ['a', 'b', 'c'];

test('unselecting one of "all" lists the others; selecting it again is "all" again', () => {
  const without = toggle(null, keys, ['b'], false);
  expect(without).toEqual(['a', 'c']);
  expect(toggle(without, keys, ['b'], true)).toBeNull();
});

test('a group is toggled as one, in the order of the list, and entries missing from the list are removed', () => {
  expect(toggle(['c'], keys, ['a'], true)).toEqual(['a', 'c']);
  expect(toggle(['gone', 'a'], keys, ['b'], true)).toEqual(['a', 'b']);
  expect(toggle(null, keys, keys, false)).toEqual([]);
});

test('the checkbox of a group has three states', () => {
  expect(tickOf(null, keys)).toBe(true);
  expect(tickOf(['a'], keys)).toBe('mixed');
  expect(tickOf([], keys)).toBe(false);
});

test('none is never sent as "all": it is an error', () => {
  expect(gapOf(firstSetup)).toBeNull();
  expect(gapOf({ ...firstSetup, keyIds: [] })).toBe('no-keys');
  expect(gapOf({ ...firstSetup, routeIds: [] })).toBe('no-routes');
  expect(gapOf({ ...firstSetup, models: [] })).toBe('no-models');
});

test('every preset makes an input that the contract accepts as it is, and survives a round trip', () => {
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

test('the order of selection makes no difference between two plans', () => {
  const one = inputOf('c1', { ...firstSetup, keyIds: ['a', 'b'] });
  const two = inputOf('c1', { ...firstSetup, keyIds: ['b', 'a'] });
  expect(sameInput(one, two)).toBe(true);
  expect(sameInput(one, { ...two, cap: { ...two.cap, calls: 3 } })).toBe(false);
});
