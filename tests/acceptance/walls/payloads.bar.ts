import { existsSync } from 'node:fs';
import path from 'node:path';
import { strikes, trackers } from '../../e2e/support/hostile-payloads.ts';
import { runTests } from '../../mutations/run-tests.ts';
import type { Bar } from '../bar.ts';

const root = path.join(import.meta.dirname, '../../..');

export const bar: Bar = {
  promise: 'of all payloads, in every place that shows what others wrote, none runs and none brings a packet',
  // Its journeys belong to every test run already.
  longOnly: true,
  needs: () => (existsSync(path.join(root, 'dist/main/cli.js')) ? null : 'a build (npm run build)'),
  async run() {
    const { ran, broken } = await runTests(root, ['tests/e2e/hostile-answers.spec.ts'], '');
    const failed = ran.filter(({ passed }) => !passed);
    const figure = `${strikes.length} payloads that run and ${trackers(() => 'http://x.example').length} that fetch, ${ran.length} journeys, ${failed.length} failed`;
    return { figure, held: ran.length > 4 && failed.length === 0 && broken.length === 0 };
  },
};
