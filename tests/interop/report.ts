import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GatewayResult } from './run.ts';

const file = path.join(import.meta.dirname, '../../docs/interop.md');

/** Writes docs/interop.md: a table per gateway, with what differs said in it. */
export async function writeReport(results: readonly GatewayResult[], missing: readonly string[]): Promise<void> {
  const text = [
    '# Other gateways',
    '',
    'Patchbay against gateways and clients that nobody here wrote, all on one computer: every case through the terminal and the browser host, and each compared with the log of the gateway itself. Made by `npm run interop`.',
    '',
    ...missing.map((one) => `Left out: ${one}\n`),
    ...results.flatMap(section),
  ].join('\n');
  writeFileSync(file, text);
  spawnSync('biome', ['format', '--write', file], { stdio: 'ignore' });
}

function section({ gateway, lines, snippets, check }: GatewayResult): string[] {
  const cases = [...new Set(lines.map((line) => line.case))];
  const told = (title: string, host: string) => {
    const line = lines.find((one) => one.case.title === title && one.host === host);
    return line ? `${line.told.said}${line.problem ? ` (${line.problem})` : ''}` : '';
  };
  const logged = (title: string) =>
    lines
      .find((one) => one.case.title === title && one.logged.length)
      ?.logged.map(({ status }) => status)
      .join(', ') ?? 'not logged';
  const routeIds = [...new Set(check.map(({ routeId }) => routeId))];
  const verdict = (routeId: string, level: string) =>
    check.find((one) => one.routeId === routeId && one.level === level)?.verdict ?? '';
  return [
    `## ${gateway.name} ${gateway.version}`,
    '',
    '| case | route | true is | terminal | browser host | its log |',
    '| --- | --- | --- | --- | --- | --- |',
    ...cases.map(
      ({ title, routeId, truth }) =>
        `| ${title} | ${routeId} | ${truth} | ${told(title, 'terminal')} | ${told(title, 'browser host')} | ${logged(title)} |`,
    ),
    '',
    'The programs that Patchbay writes, run with the real clients:',
    '',
    '| case | cURL | Node fetch | OpenAI for Node | Python requests | OpenAI for Python | HTTPie |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...snippets.map(
      ({ title, runs }) => `| ${title} | ${runs.map(({ problem }) => (problem ? 'failed' : 'ran')).join(' | ')} |`,
    ),
    '',
    'A check of all routes, beside the routes that it has:',
    '',
    '| route | has it | level free | level cheap |',
    '| --- | --- | --- | --- |',
    ...routeIds.map(
      (id) => `| ${id} | ${gateway.has.has(id) ? 'yes' : 'no'} | ${verdict(id, 'free')} | ${verdict(id, 'cheap')} |`,
    ),
    '',
  ];
}
