import { expect, test } from 'vitest';
import { mayBecomeNumber, numberIn, stepNumber } from '../../../../../renderer/ui/fields/number-field.tsx';

test('input that can still become a number may be typed, anything else may not', () => {
  for (const text of ['', '-', '+', '.', '-.', '1.', '0,5', '1e', '1e-', '12.50', '-3e+2'])
    expect(mayBecomeNumber(text)).toBe(true);
  for (const text of ['a', '1a', '1.2.3', '--1', '1,2.3', 'e5x', '1 2']) expect(mayBecomeNumber(text)).toBe(false);
});

test('a text is parsed as a number, or as none yet', () => {
  expect(numberIn('12')).toBe(12);
  expect(numberIn(' 0,5 ')).toBe(0.5);
  expect(numberIn('.5')).toBe(0.5);
  expect(numberIn('1.')).toBe(1);
  expect(numberIn('-3e2')).toBe(-300);
  for (const text of ['', '-', '.', '1e', 'e5', '1e999']) expect(numberIn(text)).toBeNull();
});

test('a step leaves no floating-point residue', () => {
  expect(stepNumber(0.1, 0.2, {})).toBe(0.3);
  expect(stepNumber(0.7, 0.1, {})).toBe(0.8);
  expect(stepNumber(1.05, -0.05, {})).toBe(1);
  expect(stepNumber(1e-7, 1e-7, {})).toBe(2e-7);
});

test('a step does not leave the range, and returns to it', () => {
  expect(stepNumber(1.95, 0.1, { min: 0, max: 2 })).toBe(2);
  expect(stepNumber(0, -1, { min: 0 })).toBe(0);
  expect(stepNumber(5, -1, { max: 2 })).toBe(4);
  expect(stepNumber(5, 1, { max: 2 })).toBe(5);
  expect(stepNumber(-9, 1, { min: 0 })).toBe(-8);
  expect(stepNumber(-9, -1, { min: 0 })).toBe(-9);
});

test('without a number a step begins at 0, or at the nearest limit', () => {
  expect(stepNumber(null, 1, {})).toBe(0);
  expect(stepNumber(null, 1, { min: 1, max: 9 })).toBe(1);
  expect(stepNumber(null, -1, { max: -4 })).toBe(-4);
});
