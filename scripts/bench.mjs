// Runs every benchmark in tests/bench (or those named on the command line), one process each, short form unless --long.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const all = readdirSync('tests/bench').filter((name) => existsSync(`tests/bench/${name}/run.ts`));
let failed = 0;
for (const name of asked.length ? asked : all) {
  console.log(`\n== ${name}`);
  if (spawnSync('node', [`tests/bench/${name}/run.ts`, ...flags], { stdio: 'inherit' }).status !== 0) failed += 1;
}
process.exit(failed ? 1 : 0);
