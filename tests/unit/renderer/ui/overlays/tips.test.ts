import { expect, test } from 'vitest';
import { placeTip } from '../../../../../renderer/ui/overlays/tips.tsx';

const view = { width: 1000, height: 600 };
const size = { width: 100, height: 24 };
const owner = (left: number, top: number) => ({ left, top, width: 30, height: 30 });

test('a hint is beside its owner, centered', () => {
  expect(placeTip(owner(500, 300), size, view, 'bottom')).toEqual({ left: 465, top: 336 });
  expect(placeTip(owner(500, 300), size, view, 'top')).toEqual({ left: 465, top: 270 });
  expect(placeTip(owner(500, 300), size, view, 'right')).toEqual({ left: 536, top: 303 });
  expect(placeTip(owner(500, 300), size, view, 'left')).toEqual({ left: 394, top: 303 });
});

test('where there is no room it flips to the other side', () => {
  expect(placeTip(owner(500, 560), size, view, 'bottom').top).toBe(530);
  expect(placeTip(owner(500, 2), size, view, 'top').top).toBe(38);
  expect(placeTip(owner(960, 300), size, view, 'right').left).toBe(854);
  expect(placeTip(owner(5, 300), size, view, 'left').left).toBe(41);
});

test('it never leaves the page', () => {
  expect(placeTip(owner(0, 300), size, view, 'bottom').left).toBe(4);
  expect(placeTip(owner(970, 300), size, view, 'bottom').left).toBe(896);
  const flat = placeTip(owner(500, 10), { width: 100, height: 590 }, view, 'bottom');
  expect(flat.top).toBe(6);
});
