// Runs the bars, each in its own process, and prints one line for each: id, held or MISSED, figure, promise.
// node tests/acceptance/run.ts [--long] [ids ...]   Exit status 1 when a bar was missed, 2 when an id is unknown.
// Writes the lines of missed bars to build/bars/missed.json.
import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { BarReport } from './one.ts';

interface Named {
  /** File name without the extension, such as `bombs`. */
  id: string;
  /** Subfolder that contains its file. */
  file: string;
}

const folder = import.meta.dirname;
const output = path.join(folder, '../../build/bars');
/** Bars start the host from its sources dozens of times: a shared compile cache saves transpiling them in each process. */
process.env.NODE_COMPILE_CACHE ??= path.join(output, 'compiled');
/**
 * These measure time or memory, so each has the machine to itself. The others only count, and run in parallel in the short
 * form.
 */
const measuring = new Set([
  ...['event-drip', 'many-streams', 'upload-memory', 'download-resets', 'bombs', 'cancel'],
  ...['request-guard', 'bridge-fuzz', 'start-after-crash'],
]);
/** One more than there are processors, because some bars mostly wait. */
const lanes = availableParallelism() + 1;
/** A bar that takes longer than this has hung. */
const limitMs = { short: 5 * 60_000, long: 60 * 60_000 };

const words = process.argv.slice(2);
const isLong = words.includes('--long');
const wanted = words.filter((word) => word !== '--long');
const bars = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .flatMap((file) => (file.endsWith('.bar.ts') ? [{ id: path.basename(file, '.bar.ts'), file }] : []))
  .sort((first, second) => first.id.localeCompare(second.id));
const unknown = wanted.filter((id) => !bars.some((bar) => bar.id === id));
if (unknown.length > 0) {
  console.error(`Unknown bar: ${unknown.join(', ')}. Bars: ${bars.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

const counts = { held: 0, skipped: 0 };
const missed: string[] = [];
const left: string[] = [];
const chosen = bars.filter((bar) => wanted.length === 0 || wanted.includes(bar.id));
const isAlone = ({ id }: Named) => isLong || measuring.has(id);
// The lanes share one queue.
const queue = chosen.filter((bar) => !isAlone(bar)).values();
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (const bar of queue) await play(bar);
  }),
);
for (const bar of chosen.filter(isAlone)) await play(bar);
if (left.length > 0) console.log(`In the long form only (npm run bars -- --long): ${left.sort().join(', ')}`);
const lacking = counts.skipped > 0 ? `, ${counts.skipped} NOT RUN on this machine` : '';
console.log(`bars: ${counts.held} held, ${missed.length} missed${lacking}`);
mkdirSync(output, { recursive: true });
writeFileSync(path.join(output, 'missed.json'), JSON.stringify(missed));
process.exitCode = missed.length > 0 ? 1 : 0;

/**
 * Runs a bar, counts its outcome and prints its line. In the short form, a bar that missed only a time or memory limit is
 * measured again, because other load on the machine can only make it worse.
 */
async function play({ id, file }: Named, isLast = isLong): Promise<void> {
  const began = performance.now();
  const report = await runBar(path.join(folder, file));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const miss = (line: string) => {
    missed.push(`${id}  ${line}`);
    console.log(`${id}  MISSED  ${line}`);
  };
  if (typeof report === 'string') miss(`${report}  (${seconds} s)`);
  else if ('left' in report) left.push(id);
  else if ('lacks' in report) {
    counts.skipped += 1;
    console.log(`${id}  NOT RUN: ${report.lacks}  ${report.promise}`);
  } else {
    const line = `${report.figure}  ${report.promise}  (${seconds} s)`;
    if (!report.held && (isLast || !report.isRight)) return miss(line);
    if (!report.held) {
      console.log(`${id}  missed, measured again  ${line}`);
      return play({ id, file }, true);
    }
    counts.held += 1;
    console.log(`${id}  held  ${line}`);
  }
}

/** Returns the report, or the reason why there is none. The bar's own output goes to stderr. */
function runBar(file: string): Promise<BarReport | string> {
  return new Promise((resolve) => {
    const child = fork(path.join(folder, 'one.ts'), [file, ...(isLong ? ['--long'] : [])], {
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    const limit = isLong ? limitMs.long : limitMs.short;
    const timer = setTimeout(() => {
      resolve(`still running after ${limit / 60_000} minutes`);
      child.kill('SIGKILL');
    }, limit);
    child.once('message', (report) => resolve(report as BarReport));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve(`exited with ${signal ?? `status ${code}`} before it reported a figure`);
    });
  });
}
