import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { askKey, queryClient } from '../../../../../../renderer/lib/client/query.ts';
import { activeOf, rememberedModel } from '../../../../../../renderer/lib/gateway/connections/active.ts';
import {
  changedSockets,
  matchOrigin,
  mustChoosePlace,
  restoreOrigin,
  selectedPlace,
  type WorkOrigin,
} from '../../../../../../renderer/lib/gateway/origin/work-origin.ts';

const connections = [
  { id: 'demo', name: 'Demo gateway' },
  { id: 'live', name: 'gateway.example' },
] as Connection[];
const key = (id: string, connectionId: string, enabled = true) =>
  ({ id, connectionId, enabled, alias: `${id}-alias` }) as KeyStatus;
const keys = [key('d1', 'demo'), key('d2', 'demo'), key('d3', 'demo', false), key('l1', 'live')];
const selected = (connectionId: string, chosen: Record<string, string> = {}) =>
  activeOf(connections, keys, connectionId, chosen);
const origin: WorkOrigin = {
  connectionId: 'demo',
  connectionName: 'Demo gateway',
  keyId: 'd1',
  keyAlias: 'd1-alias',
  routeId: 'responses',
  model: 'demo-chat',
};

test('work fits only the connection and key it was made with', () => {
  expect(matchOrigin(origin, selected('demo'))).toBe('same');
  expect(matchOrigin(origin, selected('live'))).toBe('other-connection');
  expect(matchOrigin(origin, selected('demo', { demo: 'd2' }))).toBe('other-key');
});

test('a deleted connection and a deleted or disabled key are distinguished from a different selection', () => {
  expect(matchOrigin({ ...origin, connectionId: 'deleted' }, selected('live'))).toBe('gone-connection');
  expect(matchOrigin({ ...origin, keyId: 'deleted' }, selected('demo'))).toBe('gone-key');
  expect(matchOrigin({ ...origin, keyId: 'd3' }, selected('demo'))).toBe('gone-key');
});

test('work whose key is unknown fits every key of its connection', () => {
  expect(matchOrigin({ ...origin, keyId: null }, selected('demo', { demo: 'd2' }))).toBe('same');
  expect(matchOrigin({ ...origin, keyId: null }, selected('live'))).toBe('other-connection');
});

test('before the lists are loaded there is nothing to send with, and nothing to select', () => {
  const unknown = activeOf(undefined, undefined, 'demo', {});
  expect(unknown.connection).toBeNull();
  expect(matchOrigin(origin, unknown)).toBe('unknown');
  expect(mustChoosePlace(origin, null, unknown)).toBe(false);
});

test('work that belongs to another place asks where to send, until it is moved to the selected one', () => {
  const live = selected('live');
  expect(mustChoosePlace(origin, null, live)).toBe(true);
  expect(mustChoosePlace({ ...origin, keyId: 'deleted' }, null, selected('demo'))).toBe(true);
  expect(mustChoosePlace(origin, null, selected('demo'))).toBe(false);
  expect(mustChoosePlace(null, null, live)).toBe(false);
  expect(mustChoosePlace(origin, selectedPlace(live), live)).toBe(false);
  // It still fits where it belongs, and no third place.
  expect(mustChoosePlace(origin, selectedPlace(live), selected('demo'))).toBe(false);
  expect(mustChoosePlace(origin, { connectionId: 'demo', keyId: 'd2' }, live)).toBe(true);
});

test('the current selection is a place with its names', () => {
  expect(selectedPlace(selected('live'))).toEqual({
    connectionId: 'live',
    connectionName: 'gateway.example',
    keyId: 'l1',
    keyAlias: 'l1-alias',
  });
  expect(selectedPlace(activeOf([], [], null, {}))).toBeNull();
});

test('restoring leaves the model of the work as the one the panel uses on that connection', () => {
  restoreOrigin('chat', { ...origin, model: 'demo-vision' });
  expect(rememberedModel('chat', 'demo')).toBe('demo-vision');
});

test('a deleted connection is not selected: the page would fall back to another one than the current selection', () => {
  queryClient.setQueryData(askKey('connections', 'list', {}), connections);
  restoreOrigin('chat', { ...origin, connectionId: 'deleted', model: 'gone-model' });
  expect(rememberedModel('chat', 'deleted')).toBe('');
  restoreOrigin('chat', { ...origin, connectionId: 'live', model: 'live-model' });
  expect(rememberedModel('chat', 'live')).toBe('live-model');
  queryClient.clear();
});

const sent = { connectionId: 'c1', keyId: 'k1', routeId: 'videos', model: 'sora-2' };
const now = { connectionId: 'c1', keyId: 'k1', routeId: 'videos', model: 'sora-2' };

test('only sockets that got a reply are lit: one that was changed since is dark', () => {
  expect(changedSockets(sent, now)).toEqual({ key: false, route: false, model: false });
  expect(changedSockets(sent, { ...now, model: 'veo' })).toEqual({ key: false, route: false, model: true });
  expect(changedSockets(sent, { ...now, routeId: 'video.generations' }).route).toBe(true);
  expect(changedSockets(sent, { ...now, keyId: 'k2' }).key).toBe(true);
});

test('another connection changes every socket, and an unknown one changes none', () => {
  expect(changedSockets(sent, { ...now, connectionId: 'c2' })).toEqual({ key: true, route: true, model: true });
  const vague = { ...sent, keyId: null, model: null };
  expect(changedSockets(vague, { ...now, keyId: 'k2', model: 'veo' })).toEqual({
    key: false,
    route: false,
    model: false,
  });
});
