import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { queryClient } from '../../../../../renderer/lib/client/query.ts';
import { type Active, rememberedModel, rememberModel } from '../../../../../renderer/lib/gateway/connections/active.ts';
import { useForm } from '../../../../../renderer/panels/images/form.ts';
import { restorePlace } from '../../../../../renderer/panels/images/images.ts';
import { orderWith } from './order.ts';

const connection = (id: string) => ({ id, name: id }) as Connection;
const key = { id: 'k1', connectionId: 'c1', enabled: true } as KeyStatus;
const selected = (id: string, connections = ['c1', 'c2']): Active => ({
  ready: true,
  connections: connections.map(connection),
  connection: connection(id),
  keys: id === 'c1' ? [key] : [],
  key: id === 'c1' ? key : null,
});
const form = () => {
  const { routeId, pictureModel } = useForm.getState();
  return [routeId, pictureModel];
};

beforeEach(() => {
  // Lists left by another file of this process.
  queryClient.clear();
  useForm.setState({ routeId: 'images.edits', pictureModel: 'other' });
  rememberModel('images', 'c1', 'other');
});

test.each(['c1', 'c2'])('a generation restores its route and model while %s is selected', (id) => {
  restorePlace(orderWith(), selected(id));
  expect(form()).toEqual(['images.generations', 'gpt-image-1']);
  expect(rememberedModel('images', 'c1')).toBe('gpt-image-1');
});

test('the form stays as it is where the connection of a generation was deleted', () => {
  restorePlace(orderWith(), selected('c2', ['c2']));
  expect(form()).toEqual(['images.edits', 'other']);
  expect(rememberedModel('images', 'c1')).toBe('other');
});
