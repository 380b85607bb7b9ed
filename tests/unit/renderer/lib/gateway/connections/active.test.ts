import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { activeOf } from '../../../../../../renderer/lib/gateway/connections/active.ts';

const connection = (id: string) => ({ id, name: id }) as Connection;
const key = (id: string, connectionId: string, enabled = true) => ({ id, connectionId, enabled }) as KeyStatus;

test('a selection whose connection or key was deleted falls back to the first available one', () => {
  const connections = [connection('a'), connection('b')];
  const keys = [key('k1', 'a'), key('k2', 'b', false), key('k3', 'b'), key('k4', 'b')];
  expect(activeOf(connections, keys, 'b', { b: 'k4' })).toMatchObject({ connection: { id: 'b' }, key: { id: 'k4' } });
  expect(activeOf(connections, keys, 'b', { b: 'gone' }).key?.id).toBe('k3');
  expect(activeOf(connections, keys, 'gone', {}).connection?.id).toBe('a');
  expect(activeOf([], [], 'a', {})).toMatchObject({ ready: true, connection: null, key: null });
  expect(activeOf(undefined, [], 'a', {}).ready).toBe(false);
});
