import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Mutation } from './mutation.ts';

const file = path.join(import.meta.dirname, 'report.md');

/** One row of the report. */
export interface Line {
  protection: string;
  removed: string;
  /** The changed file, and its changed function. */
  in: string;
  tests: string;
  /** `red`, or why not. */
  seen: string;
  /** Date of the run. */
  day: string;
}

export const lineOf = (row: Mutation, seen: string, day: string): Line => ({
  protection: row.protection,
  removed: row.removed,
  in: row.within === undefined ? row.file : `${row.within} (${row.file})`,
  tests: row.tests.join(', '),
  seen,
  day,
});

const columns = ['protection', 'removed', 'in', 'tests', 'seen', 'day'] as const;

/** The rows of the report by removal; empty when there is no report. */
export function readReport(): Map<string, Line> {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map();
  }
  const table = text.split('\n').filter((line) => line.startsWith('| '));
  const lines = table.slice(2).map((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const values = columns.map((name, index) => [name, (cells[index] ?? '').trim().replaceAll('\\|', '|')]);
    return Object.fromEntries(values) as Line;
  });
  return new Map(lines.map((line) => [line.removed, line]));
}

/** Writes the report: how many mutations failed as expected, on which machine, and every row. */
export function writeReport(lines: readonly Line[]): void {
  const red = lines.filter(({ seen }) => seen === 'red');
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const table = lines.map((line) => `| ${columns.map((name) => cell(line[name])).join(' | ')} |`);
  const memory = `${(os.totalmem() / 1024 ** 3).toFixed(1)} GiB`;
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, ${memory}, ${os.type()} ${os.arch()}`;
  const text = `# Protections and the tests that notice their removal

Each row removes one protection from a copy of the source and names the tests that then failed. A test that does not load,
or that also fails on the unchanged source, does not count. Written by \`npm run mutations\`; the rows are in
\`tests/mutations/rows\`.

**${red.length} of ${lines.length} mutations seen red, for ${new Set(red.map(({ protection }) => protection)).size} protections.** Last run on ${machine}, Node ${process.versions.node}.

| protection | removed | in | tests | seen | day |
| --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`;
  writeFileSync(file, text);
}
