import { expect, test } from 'vitest';
import { lifeOf } from '../../../../../renderer/panels/connections/form/certificates.tsx';
import { deadlineRange, limitText } from '../../../../../renderer/panels/connections/form/limits-section.tsx';

const day = 86_400_000;

test.each([
  [
    { validFrom: 0, validTo: 100 * day },
    { state: 'good', daysLeft: 90 },
  ],
  [
    { validFrom: 0, validTo: 39.5 * day },
    { state: 'soon', daysLeft: 29 },
  ],
  [
    { validFrom: 0, validTo: 10 * day },
    { state: 'over', daysLeft: 0 },
  ],
  [
    { validFrom: 11 * day, validTo: 400 * day },
    { state: 'early', daysLeft: 390 },
  ],
] as const)('the certificate %j is %j on the tenth day', (facts, life) =>
  expect(lifeOf(facts, 10 * day)).toEqual(life),
);

test('the range of a deadline spans every route, and says that some have none', () => {
  expect(deadlineRange('connectMs')).toEqual({ leastMs: 10_000, mostMs: 15_000, someNone: false });
  expect(deadlineRange('totalMs').someNone).toBe(true);
  expect([limitText(20_000), limitText(600_000), limitText(90_000)]).toEqual(['20 s', '10 min', '90 s']);
});
