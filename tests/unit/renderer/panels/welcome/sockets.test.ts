import { expect, test } from 'vitest';
import { routes } from '#shared/protocol/table.ts';
import { socketRows } from '../../../../../renderer/panels/welcome/panel.tsx';
import { welcome } from '../../../../../renderer/panels/welcome/strings/en.ts';

test('the rack has one socket for each route that every gateway has, and says how many', () => {
  const shown = socketRows(welcome.groups).flatMap(({ sockets }) => sockets.map(({ id }) => id));
  const listed = Object.values(routes).flatMap(({ id, optIn }) => (optIn ? [] : [id]));
  expect(shown.toSorted()).toEqual(listed.toSorted());
  expect(new Set(shown).size).toBe(shown.length);
  expect(welcome.rack).toContain(`${shown.length} routes`);
});
