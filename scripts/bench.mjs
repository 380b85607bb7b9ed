// Runs every benchmark in tests/bench (or those named on the command line), one process each, in short form unless
// --long is set, after a build (unless --no-build).
// Ends with one table of all goals, and writes docs/benchmarks.md when all of them ran. Exit status 1 when a benchmark
// crashed, a goal was not measured, or one was missed for an unknown reason.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { goals } from '../tests/bench/goals.ts';
import { markdown, readFindings, summary } from '../tests/bench/report.ts';
import { findChromium } from '../tests/support/browser.ts';
import { runTool } from './spawn-words.ts';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const all = readdirSync('tests/bench').filter((name) => existsSync(`tests/bench/${name}/run.ts`));
const findingsFile = 'build/bench/findings.jsonl';
mkdirSync('build/bench', { recursive: true });
rmSync(findingsFile, { force: true });
// Some benchmarks open the program as it is shipped.
if (
  !flags.includes('--no-build') &&
  runTool('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' }).status !== 0
)
  process.exit(1);

/** Exit status of a benchmark that finished with a missed goal. */
const missedStatus = 2;
/** A benchmark that takes longer than this hangs: it is killed, and the others still run. */
const limitMs = (flags.includes('--long') ? 60 : 10) * 60_000;
const runs = [];
for (const name of asked.length ? asked : all) {
  console.log(`\n== ${name}`);
  const [load = 0] = loadavg();
  const [began, before] = [performance.now(), readFindings(findingsFile).length];
  const { status } = spawnSync(process.execPath, ['--expose-gc', `tests/bench/${name}/run.ts`, ...flags], {
    stdio: 'inherit',
    timeout: limitMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, PATCHBAY_BENCH_FINDINGS: findingsFile },
  });
  const ended = (status === 0 || status === missedStatus) && readFindings(findingsFile).length > before;
  const seconds = (performance.now() - began) / 1000;
  console.log(`== ${name}: ${seconds.toFixed(0)} s${ended ? '' : ', INCOMPLETE'}`);
  runs.push({ name, seconds, load, ended });
}

const findings = readFindings(findingsFile);
console.log(`\n${summary(findings, asked.length === 0)}`);
if (asked.length === 0) {
  const report = {
    isLong: flags.includes('--long'),
    date: new Date(),
    chromium: await chromiumVersion(),
    runs,
    findings,
  };
  writeFileSync('docs/benchmarks.md', markdown(report));
  runTool('biome', ['format', '--write', 'docs/benchmarks.md'], { stdio: 'ignore' });
  console.log('docs/benchmarks.md is written.');
}
const unmeasured = asked.length === 0 && Object.keys(goals).some((id) => !findings.some(({ goal }) => goal === id));
const unexplained = findings.some(({ held, reason }) => !held && reason === undefined);
process.exit(runs.every(({ ended }) => ended) && !unmeasured && !unexplained ? 0 : 1);

/** Without a browser, the benchmarks that need one failed; the report of the others is still written. */
async function chromiumVersion() {
  const found = await findChromium().catch(() => null);
  if (found === null) return 'none';
  const { stdout } = spawnSync(found.executablePath, ['--version'], { env: found.env, encoding: 'utf8' });
  return /[\d.]{3,}/.exec(stdout ?? '')?.[0] ?? 'unknown';
}
