import { build, type Run, runTests } from '../support/run-tests.ts';
import { titlePattern } from './all-rows.ts';
import type { Mutation } from './mutation.ts';
import type { TreeCopy } from './tree-copy.ts';

/** `red` is expected: without the protection the test failed. Anything else states the reason. */
export type Seen = 'red' | `GREEN: ${string}` | `BROKEN: ${string}`;

/** A failure of the mutated source to load at all, which no behavior test ever sees. */
const notLoaded =
  /\b(SyntaxError|ReferenceError|Transform failed|Cannot find module|Failed to (load|resolve)|ERR_MODULE)/;

const isJourney = (file: string) => file.endsWith('.spec.ts');

/** Whether its tests run on the build. */
export const needsBuild = ({ tests, fromSource }: Mutation): boolean => tests.some(isJourney) && !fromSource;

/**
 * Runs the tests of rows on the unchanged source: only a test that passes there can prove anything by failing.
 *
 * @returns for each row that cannot be tried, the reason.
 */
export async function tryWhole(copy: TreeCopy, rows: readonly Mutation[]): Promise<Map<Mutation, string>> {
  const files = [...new Set(rows.flatMap(({ tests }) => tests))];
  // A row that covers whole files has no pattern, and then there is none for all.
  const patterns = [...new Set(rows.map(titlePattern))];
  const pattern = patterns.includes('') ? '' : patterns.join('|');
  const runs: Run[] = [];
  const [journeys, units] = [files.filter(isJourney), files.filter((file) => !isJourney(file))];
  if (units.length) runs.push(await runTests(copy.folder, units, pattern));
  if (journeys.length) {
    if (rows.some(needsBuild)) await build(copy.folder);
    runs.push(await runTests(copy.folder, journeys, pattern));
  }
  const ran = runs.flatMap((run) => run.ran);
  const reasons = rows.map((row): [Mutation, string] => {
    const named = new RegExp(titlePattern(row));
    const without = row.tests.filter((file) => !ran.some((test) => test.file === file && named.test(test.name)));
    if (without.length) return [row, `no matching test ran in ${without.join(', ')}`];
    const failed = ran.find((test) => row.tests.includes(test.file) && named.test(test.name) && !test.passed);
    return [row, failed ? `it also fails on the unchanged source: ${firstLine(failed.message)}` : ''];
  });
  return new Map(reasons.filter(([, reason]) => reason !== ''));
}

/** Removes the protection of one row from the copy, runs its tests there, and restores it. */
export async function tryRow(copy: TreeCopy, row: Mutation): Promise<Seen> {
  const restore = copy.apply(row);
  try {
    if (needsBuild(row)) await build(copy.folder);
    for (const file of row.tests) {
      const seen = judge(await runTests(copy.folder, [file], titlePattern(row)));
      if (seen !== 'red') return seen;
    }
    return 'red';
  } catch (thrown) {
    return `BROKEN: ${firstLine(String(thrown))}`;
  } finally {
    restore();
  }
}

function judge({ ran, broken }: Run): Seen {
  const failed = ran.filter(({ passed }) => !passed);
  const reason = failed.map(({ message }) => message).find((message) => !notLoaded.test(message));
  if (reason !== undefined) return 'red';
  if (failed.length) return `BROKEN: ${firstLine(failed[0]?.message ?? '')}`;
  if (broken.length || ran.length === 0) return `BROKEN: ${firstLine(broken[0] ?? 'no test ran')}`;
  return 'GREEN: the test did not notice';
}

const firstLine = (text: string) => (text.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, 200);
