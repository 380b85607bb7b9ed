import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { type GoalId, goals } from './goals.ts';
import type { Finding } from './judge.ts';

/** The outcome of one benchmark process. */
export interface BenchRun {
  name: string;
  seconds: number;
  /** How busy the machine was before it began: waiting processes, one-minute mean. */
  load: number;
  /** Ended with a verdict; otherwise its last output is incomplete. */
  ended: boolean;
}

export interface BenchReport {
  isLong: boolean;
  date: Date;
  chromium: string;
  runs: readonly BenchRun[];
  findings: readonly Finding[];
}

/** What the benchmarks recorded, in order. */
export function readFindings(file: string): Finding[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Finding);
}

const ids = Object.keys(goals) as GoalId[];
const verdictOf = (found: readonly Finding[]) =>
  found.length === 0 ? 'not measured' : found.every(({ held }) => held) ? 'held' : 'MISSED';

/** One line per goal, for the terminal. Goals without a figure are listed only when all benchmarks ran. */
export function summary(findings: readonly Finding[], isWhole: boolean): string {
  const asked = ids.filter((id) => isWhole || findings.some(({ goal }) => goal === id));
  const lines = asked.map((id) => {
    const found = findings.filter(({ goal }) => goal === id);
    const figures = found.map(({ figure, held }) => (held ? figure : `${figure} MISSED`)).join(', ');
    return `${id.padEnd(8)}${verdictOf(found).padEnd(13)} ${goals[id]}: ${figures}`;
  });
  const held = asked.filter((id) => verdictOf(findings.filter(({ goal }) => goal === id)) === 'held').length;
  return [...lines, '', `${held} of ${asked.length} goals held`].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** The report as Markdown: machine, a line per goal, every figure, and the reason for each missed goal. */
export function markdown({ isLong, date, chromium, runs, findings }: BenchReport): string {
  const [cpu] = os.cpus();
  const facts = [
    ['date', date.toISOString().slice(0, 16).replace('T', ' ')],
    ['form', isLong ? 'long' : 'short'],
    ['processor', `${os.availableParallelism()} x ${cpu?.model.trim() ?? 'unknown'}`],
    ['memory', `${Math.round(os.totalmem() / 1e9)} GB`],
    ['system', `${os.type()} ${os.release()}, ${os.arch()}`],
    ['Node', process.version],
    ['Chromium', chromium],
  ];
  const table = ids.map((id) => {
    const found = findings.filter(({ goal }) => goal === id);
    return `| ${id} | ${goals[id]} | ${verdictOf(found)} |`;
  });
  const figures = findings.map(
    ({ goal, what, figure, limit, held }) =>
      `| ${goal} | ${cell(what)} | ${figure} | ${limit} | ${held ? 'held' : 'MISSED'} |`,
  );
  const missed = findings.filter(({ held }) => !held);
  const reasons = missed.map(
    ({ goal, what, figure, limit, reason }) =>
      `- ${goal}, ${what}: ${figure}, goal ${limit}. ${reason ?? 'The reason is not known yet.'}`,
  );
  const processes = runs.map(
    ({ name, seconds, load, ended }) =>
      `| ${name} | ${seconds.toFixed(0)} s | ${load.toFixed(1)} |${ended ? '' : ' broke off'} |`,
  );
  return `${[
    '# Benchmarks',
    'Written by `npm run bench`; every figure stands beside its comparison, which ran in the same minutes on the same machine. Ratios tell more than times: a time on another machine, or on a busy one, is another time. `npm run bench -- --long` takes the long forms.',
    ['|  |  |', '| --- | --- |', ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'),
    '## Goals',
    ['| goal | promise | verdict |', '| --- | --- | --- |', ...table].join('\n'),
    '## Missed, and why',
    reasons.length === 0 ? 'None.' : reasons.join('\n'),
    '## Figures',
    ['| goal | measured | figure | goal | verdict |', '| --- | --- | --- | --- | --- |', ...figures].join('\n'),
    '## How busy the machine was',
    'Processes that wanted to run just before each benchmark began, mean of a minute. Above 1 on two cores, other work took part.',
    ['| benchmark | took | load |  |', '| --- | --- | --- | --- |', ...processes].join('\n'),
  ].join('\n\n')}\n`;
}
