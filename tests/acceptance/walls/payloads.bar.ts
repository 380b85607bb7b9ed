import { existsSync } from 'node:fs';
import path from 'node:path';
import { strikes, trackers } from '../../support/hostile/payloads.ts';
import { runTests } from '../../support/run-tests.ts';
import type { Bar } from '../bar.ts';

const root = path.join(import.meta.dirname, '../../..');

export const bar: Bar = {
  promise: 'No payload runs or sends a packet, in any place that shows foreign content.',
  // Its e2e tests are already part of every test run.
  longOnly: true,
  needs: () => (existsSync(path.join(root, 'dist/main/cli.js')) ? null : 'the build is missing (npm run build)'),
  async run() {
    const { ran, broken } = await runTests(root, ['tests/e2e/hostile-answers.spec.ts'], '');
    const failed = ran.filter(({ passed }) => !passed);
    const figure = `${strikes.length} script payloads and ${trackers(() => 'http://x.example').length} fetch payloads, ${ran.length} e2e tests, ${failed.length} failed`;
    return { figure, held: ran.length > 4 && failed.length === 0 && broken.length === 0 };
  },
};
