import { expect, test } from 'vitest';
import type { SurfaceListing } from '#shared/contract/models.ts';
import { routes } from '#shared/protocol/table.ts';
import { firstChatModel } from '../../../../../renderer/panels/welcome/listed.tsx';
import { listedRoutes, modelRouteCount, socketRows } from '../../../../../renderer/panels/welcome/sockets.ts';
import { welcome } from '../../../../../renderer/panels/welcome/strings/en.ts';

test('the rack has one socket for each route that every gateway has, and says how many', () => {
  const shown = socketRows(welcome.groups).flatMap(({ sockets }) => sockets.map(({ id }) => id));
  const listed = Object.values(routes).flatMap(({ id, optIn }) => (optIn ? [] : [id]));
  expect(shown.toSorted()).toEqual(listed.toSorted());
  expect(new Set(shown).size).toBe(shown.length);
  expect(welcome.rack).toContain(`${shown.length} routes`);
});

const model = (id: string, endpoints: string[] = []) => ({
  id,
  name: null,
  owner: null,
  endpoints,
  inputTokenLimit: null,
  outputTokenLimit: null,
  raw: {},
});

test('a socket is lit by a listing that succeeded and by a model that fits its route, and by nothing else', () => {
  const compatible: SurfaceListing = { surface: 'compatible', state: 'listed', failure: null, latencyMs: 9, tried: [] };
  const native: SurfaceListing = { ...compatible, surface: 'native', state: 'not-offered' };
  const models = [model('gpt-4.1-mini'), model('bge-m3'), model('some-moderation')];
  const lit = listedRoutes({ models, surfaces: [compatible, native] });
  expect([...lit].toSorted()).toEqual(['chat.completions', 'embeddings', 'models', 'responses', 'responses.compact']);
  expect(listedRoutes({ models: [], surfaces: [native] }).size).toBe(0);
  expect(modelRouteCount).toBe(16);
});

test('the first message goes to a declared chat model, a small one first, and to none where none is listed', () => {
  const listed = [model('bge-m3'), model('acme/large'), model('acme/mini'), model('zeta', ['openai', 'gemini'])];
  expect(firstChatModel(listed)).toBe('zeta');
  expect(firstChatModel(listed.slice(0, 3))).toBe('acme/mini');
  expect(firstChatModel(listed.slice(0, 1))).toBe('');
});
