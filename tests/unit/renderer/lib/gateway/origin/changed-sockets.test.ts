import { expect, test } from 'vitest';
import { changedSockets } from '../../../../../../renderer/lib/gateway/origin/changed-sockets.ts';

const origin = { connectionId: 'c1', keyId: 'k1', routeId: 'videos', model: 'sora-2' };
const now = { connectionId: 'c1', keyId: 'k1', routeId: 'videos', model: 'sora-2' };

test('only what answered is lit: a socket that was changed since is dark', () => {
  expect(changedSockets(origin, now)).toEqual({ key: false, route: false, model: false });
  expect(changedSockets(origin, { ...now, model: 'veo' })).toEqual({ key: false, route: false, model: true });
  expect(changedSockets(origin, { ...now, routeId: 'video.generations' }).route).toBe(true);
  expect(changedSockets(origin, { ...now, keyId: 'k2' }).key).toBe(true);
});

test('another connection changes every socket, and what is not known changes none', () => {
  expect(changedSockets(origin, { ...now, connectionId: 'c2' })).toEqual({ key: true, route: true, model: true });
  const vague = { ...origin, keyId: null, model: null };
  expect(changedSockets(vague, { ...now, keyId: 'k2', model: 'veo' })).toEqual({
    key: false,
    route: false,
    model: false,
  });
});
