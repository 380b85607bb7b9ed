import { egressProblem, measureEgress } from '../../support/egress/measure-egress.ts';
import type { Bar } from '../bar.ts';

export const bar: Bar = {
  promise: 'No packet is sent to any host except the gateways that the user configured.',
  // Its short form is `tests/unit/secrets/egress.test.ts`, which plays the same commands.
  longOnly: true,
  needs: egressProblem,
  async run() {
    const { ran, opened, accepted, datagrams, control } = await measureEgress();
    const strange = opened - accepted;
    return {
      figure: `${ran.length} commands, ${opened} connections, ${strange} to other hosts, ${datagrams} DNS queries`,
      held: strange === 0 && datagrams === 0 && control.opened === 1 && control.datagrams > 0,
    };
  },
};
