import { expect, test, vi } from 'vitest';
import { createHandOff } from '../../../../../renderer/lib/navigation/hand-off.ts';

test('a handed-over item waits until it is accepted, and is taken once', () => {
  const handOff = createHandOff<{ panel: string }>();
  const seen = vi.fn();
  handOff.subscribe(seen);
  handOff.give({ panel: 'wire' });
  expect(seen).toHaveBeenCalledOnce();
  expect(handOff.take(({ panel }) => panel === 'chat')).toBeNull();
  expect(handOff.take(({ panel }) => panel === 'wire')).toEqual({ panel: 'wire' });
  expect(handOff.take()).toBeNull();
});

test('the newest item replaces one that was not taken', () => {
  const handOff = createHandOff<{ id: number }>();
  handOff.give({ id: 1 });
  handOff.give({ id: 2 });
  expect(handOff.take()).toEqual({ id: 2 });
});
