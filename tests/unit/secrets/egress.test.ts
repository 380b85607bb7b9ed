import { expect, test } from 'vitest';
import { egressProblem, measureEgress } from '../../support/egress/measure-egress.ts';

const problem = egressProblem();

test.skipIf(problem !== null)(
  `in an isolated network nothing but the gateway is connected to or resolved${problem === null ? '' : ` (NOT RUN: ${problem})`}`,
  async () => {
    const { ran, opened, accepted, datagrams, control } = await measureEgress();
    expect(ran.filter(([, status]) => status === 0).length).toBeGreaterThan(8);
    // A usage error would mean that the command never sent anything.
    expect(ran.filter(([, status]) => status === 2)).toEqual([]);
    expect(accepted).toBeGreaterThan(12);
    expect({ toElsewhere: opened - accepted, datagrams }).toEqual({ toElsewhere: 0, datagrams: 0 });
    // The counters do see outgoing traffic.
    expect(control).toMatchObject({ opened: 1 });
    expect(control.datagrams).toBeGreaterThan(0);
  },
  240_000,
);
