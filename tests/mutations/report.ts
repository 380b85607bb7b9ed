import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Mutation } from './mutation.ts';

const file = path.join(import.meta.dirname, 'report.md');

/** One line of the report. */
export interface Line {
  id: string;
  /** Which mutation it was: a row that was changed since has another mark. */
  mark: string;
  removed: string;
  file: string;
  tests: string;
  /** `red`, or why not. */
  seen: string;
  /** Day of the run. */
  day: string;
}

/** Eight digits that stand for what a row changes and which tests have to notice. */
export const markOf = ({ id, file: place, find, replace, tests, name }: Mutation): string =>
  createHash('sha256')
    .update(JSON.stringify([id, place, find, replace, tests, name ?? null]))
    .digest('hex')
    .slice(0, 8);

export const lineOf = (row: Mutation, seen: string, day: string): Line => ({
  id: row.id,
  mark: markOf(row),
  removed: row.removed,
  file: row.file,
  tests: row.tests.join(', '),
  seen,
  day,
});

const columns = ['id', 'mark', 'removed', 'file', 'tests', 'seen', 'day'] as const;

/** The lines of the report as it lies in the tree; none when there is no report. */
export function readReport(): Line[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => /^\| [A-Z]\d\d \|/.test(line))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1);
      const values = columns.map((name, index) => [name, (cells[index] ?? '').trim().replaceAll('\\|', '|')]);
      return Object.fromEntries(values) as Line;
    });
}

/** Writes the report: how many of how many were seen red, on what machine, and every line. */
export function writeReport(lines: readonly Line[]): void {
  const red = lines.filter(({ seen }) => seen === 'red');
  const ids = (list: readonly Line[]) => new Set(list.map(({ id }) => id)).size;
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const table = lines.map((line) => `| ${columns.map((name) => cell(line[name])).join(' | ')} |`);
  const memory = `${(os.totalmem() / 1024 ** 3).toFixed(1)} GiB`;
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, ${memory}, ${os.type()} ${os.arch()}`;
  const text = `# Every test of the threat list, seen failing

Each line is one mitigation that was taken out of the source, in a copy of the tree, and the test that went red for it. A
test that fails to load does not count, nor one that is not green on the whole source. Made by \`npm run mutations\`; the
rows are in \`tests/mutations/rows\`, what can not be tried on one machine alone is in \`tests/mutations/not-tried.ts\`.

**${red.length} of ${lines.length} mutations seen red, for ${ids(red)} of ${ids(lines)} ids.** ${machine}, Node ${process.versions.node}.

| id | mark | taken out | in | test | seen | day |
| --- | --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`;
  writeFileSync(file, text);
}
