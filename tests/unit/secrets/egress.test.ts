import { expect, test } from 'vitest';
import { egressProblem, measureEgress } from '../../support/egress/measure-egress.ts';

const problem = egressProblem();

test.skipIf(problem !== null)(
  `in a network of its own nothing connects or asks for a name but the gateway${problem === null ? '' : ` (NOT RUN: ${problem})`}`,
  async () => {
    const { ran, opened, accepted, datagrams, control } = await measureEgress();
    expect(ran.filter(([, status]) => status === 0).length).toBeGreaterThan(8);
    expect(accepted).toBeGreaterThan(12);
    expect({ toElsewhere: opened - accepted, datagrams }).toEqual({ toElsewhere: 0, datagrams: 0 });
    // The counters see what leaves.
    expect(control).toMatchObject({ opened: 1 });
    expect(control.datagrams).toBeGreaterThan(0);
  },
  240_000,
);
