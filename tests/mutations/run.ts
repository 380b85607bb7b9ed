// Takes each mitigation out of a copy of the source and looks whether its test notices; writes report.md.
// npm run mutations [-- --new] [ids ...]   --new: only what the report does not say to be red. Exit status 1 when a test
// did not notice, 2 when an id is not known.
import { runTool } from '../../scripts/spawn-words.ts';
import { readRows } from './all-rows.ts';
import type { Mutation } from './mutation.ts';
import { type Line, lineOf, markOf, readReport, writeReport } from './report.ts';
import { copyTree } from './tree-copy.ts';
import { needsBuild, type Seen, tryRow, tryWhole } from './try-row.ts';

const words = process.argv.slice(2);
const isNewOnly = words.includes('--new');
const ids = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase());
const rows = await readRows();
const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length) {
  console.error(`No such id: ${unknown.join(', ')}. There are ${[...new Set(rows.map(({ id }) => id))].join(', ')}.`);
  process.exit(2);
}

const isRed = (row: Mutation) => readReport().some(({ mark, seen }) => mark === markOf(row) && seen === 'red');
const wanted = rows.filter((row) => (ids.length === 0 || ids.includes(row.id)) && !(isNewOnly && isRed(row)));
const day = new Date().toISOString().slice(0, 10);
const results = new Map<string, Line>();

const tell = (row: Mutation, seen: Seen) => {
  results.set(markOf(row), lineOf(row, seen, day));
  // Lines of rows that were not tried this time stay as they are; those of rows that are gone, go.
  const before = new Map(readReport().map((line) => [line.mark, line]));
  writeReport(rows.flatMap((one) => results.get(markOf(one)) ?? before.get(markOf(one)) ?? []));
  console.log(`${row.id}  ${seen}  ${row.removed}  (${results.size} of ${wanted.length})`);
};

const copies = [copyTree(), copyTree()] as const;
try {
  const untried = await tryWhole(copies[0], wanted);
  for (const [row, reason] of untried) tell(row, `BROKEN: ${reason}`);
  // What needs a build comes first: it is the longest.
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
  // The report is a page of the project, in the form that the linter asks for.
  runTool('biome', ['format', '--write', 'tests/mutations/report.md'], { stdio: 'ignore' });
}

const missed = [...results.values()].filter(({ seen }) => seen !== 'red');
console.log(`mutations: ${results.size - missed.length} of ${results.size} seen red`);
process.exitCode = missed.length ? 1 : 0;
