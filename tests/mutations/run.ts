// Removes each protection from a copy of the source and checks that its test fails; writes report.md.
// npm run mutations [-- --new] [words ...]   --new: only what the report does not list as red; words: only rows whose
// protection, removal or file contains one of them. Exit status 1 when a test did not fail, 2 when no row matches.
import { runTool } from '../../scripts/spawn-words.ts';
import { readRows } from './all-rows.ts';
import type { Mutation } from './mutation.ts';
import { lineOf, readReport, writeReport } from './report.ts';
import { copyTree } from './tree-copy.ts';
import { needsBuild, type Seen, tryRow, tryWhole } from './try-row.ts';

const options = process.argv.slice(2);
const isNewOnly = options.includes('--new');
const words = options.filter((word) => !word.startsWith('--')).map((word) => word.toLowerCase());
const rows = await readRows();
const isMeant = ({ protection, removed, file }: Mutation) =>
  words.length === 0 || words.some((word) => `${protection}\n${removed}\n${file}`.toLowerCase().includes(word));
const meant = rows.filter(isMeant);
if (meant.length === 0) {
  console.error(`No row matches. Protections: ${[...new Set(rows.map((row) => row.protection))].join(', ')}.`);
  process.exit(2);
}

const before = readReport();
const wanted = meant.filter(({ removed }) => !(isNewOnly && before.get(removed)?.seen === 'red'));
const day = new Date().toISOString().slice(0, 10);
const results = new Map<string, Seen>();

const tell = (row: Mutation, seen: Seen) => {
  results.set(row.removed, seen);
  // Lines of rows that were not tried this time are kept; those of deleted rows are removed.
  const lines = rows.flatMap((one) => {
    const now = results.get(one.removed);
    return now === undefined ? (before.get(one.removed) ?? []) : lineOf(one, now, day);
  });
  writeReport(lines);
  console.log(`${seen}  ${row.protection}: ${row.removed}  (${results.size} of ${wanted.length})`);
};

const copies = [copyTree(), copyTree()] as const;
try {
  const untried = await tryWhole(copies[0], wanted);
  for (const [row, reason] of untried) tell(row, `BROKEN: ${reason}`);
  // Rows that need a build come first: they take longest.
  const queue = wanted
    .filter((row) => !untried.has(row))
    .toSorted((first, second) => Number(needsBuild(second)) - Number(needsBuild(first)));
  await Promise.all(
    copies.map(async (copy) => {
      for (let row = queue.shift(); row; row = queue.shift()) tell(row, await tryRow(copy, row));
    }),
  );
} finally {
  for (const copy of copies) copy.remove();
  // The report is a page of the project, in the form that the linter requires.
  runTool('biome', ['format', '--write', 'tests/mutations/report.md'], { stdio: 'ignore' });
}

const missed = [...results.values()].filter((seen) => seen !== 'red');
console.log(`mutations: ${results.size - missed.length} of ${results.size} seen red`);
process.exitCode = missed.length ? 1 : 0;
