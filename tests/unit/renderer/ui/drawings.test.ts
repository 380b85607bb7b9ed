import { expect, test } from 'vitest';
import { placeSockets } from '../../../../renderer/ui/diagrams/socket-panel.tsx';
import { sparklinePath } from '../../../../renderer/ui/diagrams/sparkline.tsx';

test('a sparkline starts at zero and stays in its box', () => {
  expect(sparklinePath([0, 10, 5], 64, 16)).toBe('M0 15L32 1L64 8');
  expect(sparklinePath([], 64, 16)).toBe('');
  expect(sparklinePath([7], 64, 16)).toBe('M0 1L64 1');
  expect(sparklinePath([0, 0], 10, 16)).toBe('M0 15L10 15');
});

test('more values than pixels are averaged, so no reading is skipped', () => {
  const path = sparklinePath(
    Array.from({ length: 10_000 }, (_, at) => (at === 5000 ? 1000 : 1)),
    50,
    16,
  );
  expect(path.match(/[ML]/g)).toHaveLength(50);
  expect(path).toContain(' 1L');
});

test('sockets are in their group, line by line, and the plate grows with them', () => {
  const { sockets, groups, rules, height } = placeSockets([
    { group: 'Text', sockets: [{ id: 'a', label: 'a' }] },
    { group: 'Video', perLine: 3, sockets: ['b', 'c', 'd', 'e'].map((id) => ({ id, label: id })) },
  ]);
  expect(groups).toEqual([
    { name: 'Text', y: 70 },
    { name: 'Video', y: 148 },
  ]);
  expect(sockets.map((socket) => [socket.id, socket.x, socket.y])).toEqual([
    ['a', 142, 70],
    ['b', 142, 148],
    ['c', 238, 148],
    ['d', 334, 148],
    ['e', 142, 226],
  ]);
  expect(rules).toEqual([110]);
  expect(height).toBe(288);
});
