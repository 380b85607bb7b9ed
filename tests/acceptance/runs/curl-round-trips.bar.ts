import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { countEqualRoundTrips } from '../../support/export/shell-round-trip.ts';
import type { Bar } from '../bar.ts';

const batch = 500;

export const bar: Bar = {
  promise: 'A request copied as cURL and run in a shell is identical to the recorded request.',
  async run({ long }) {
    const batches = long ? 20 : 2;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-curl-'));
    try {
      let equal = 0;
      for (let turn = 0; turn < batches; turn += 1) equal += countEqualRoundTrips(folder, batch, 2400 + turn);
      return { figure: `${equal} of ${batches * batch} round trips equal`, held: equal === batches * batch };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
