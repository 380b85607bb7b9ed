import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from '../../scripts/spawn-words.ts';
import type { GatewayResult } from './run.ts';

const file = path.join(import.meta.dirname, '../../docs/interop.md');

/** Writes docs/interop.md: a table per gateway, with the differences. */
export async function writeReport(results: readonly GatewayResult[], missing: readonly string[]): Promise<void> {
  const text = [
    '# Other gateways',
    '',
    'How Patchbay does against gateways and clients that others wrote. `npm run interop` starts each gateway on this computer, sends every case below through the terminal and through the browser host, and compares what Patchbay says with what is true and with the log of the gateway. The expected result and the result of each host are a state (`done`) or a code of a failure, as in `--json` of the terminal. Where something differs, the cell says what.',
    '',
    ...missing.map((one) => `Not run here: ${one}\n`),
    ...results.flatMap(section),
  ].join('\n');
  writeFileSync(file, text);
  runTool('biome', ['format', '--write', file], { stdio: 'ignore' });
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
  const verdict = (routeId: string, level: string) => {
    const lines = check.filter((one) => one.routeId === routeId && one.level === level);
    // Of several models the one that was tried counts.
    const line = lines.find((one) => one.problem) ?? lines.find((one) => one.verdict !== 'not-tried') ?? lines[0];
    return line ? `${line.verdict}${line.problem ? ` (${line.problem})` : ''}` : '';
  };
  return [
    `## ${gateway.name} ${gateway.version}`,
    '',
    '| Case | Route | Expected | Terminal | Browser host | Status in its log |',
    '| --- | --- | --- | --- | --- | --- |',
    ...cases.map(
      ({ title, routeId, truth }) =>
        `| ${title} | ${routeId} | ${truth} | ${told(title, 'terminal')} | ${told(title, 'browser host')} | ${logged(title)} |`,
    ),
    '',
    'The snippets that Patchbay generates for the cases that succeed, run with the real clients:',
    '',
    '| Case | cURL | Node fetch | OpenAI for Node | Python requests | OpenAI for Python | HTTPie |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...snippets.map(
      ({ title, runs }) =>
        `| ${title} | ${runs.map(({ problem }) => (problem ? `failed (${problem})` : 'ran')).join(' | ')} |`,
    ),
    '',
    'A [check](guide/checks.md) of all routes, beside the routes that the gateway has. `not-tried` means that none of its models fits the route, `skipped-costly` that the request was left out for its price, and `unclear` that the response proves nothing: none of these is a statement about the route.',
    '',
    '| Route | Has it | Level free | Level cheap |',
    '| --- | --- | --- | --- |',
    ...routeIds.map(
      (id) => `| ${id} | ${gateway.has.has(id) ? 'yes' : 'no'} | ${verdict(id, 'free')} | ${verdict(id, 'cheap')} |`,
    ),
    '',
  ];
}
