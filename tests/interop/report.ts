import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteId } from '#shared/protocol/route.ts';
import { runTool } from '../../scripts/spawn-words.ts';
import type { GatewayResult } from './run.ts';

const file = path.join(import.meta.dirname, '../../docs/interop.md');

/** Writes docs/interop.md: a table per gateway, with the differences. */
export async function writeReport(results: readonly GatewayResult[], missing: readonly string[]): Promise<void> {
  const text = [
    '# Other gateways',
    '',
    'How Patchbay works with gateways and clients of other projects. `npm run interop` starts each gateway on this computer,',
    'sends every case through the terminal and the browser host, and compares the results with the expected ones and with the',
    'log of the gateway. A result is a state (`done`) or a failure code, as with `--json`. A difference is named in its cell.',
    '',
    'Small servers and mocks are compared by their checks only.',
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
  const played = [
    '| Case | Route | Expected | Terminal | Browser host | Status in its log |',
    '| --- | --- | --- | --- | --- | --- |',
    ...cases.map(
      ({ title, routeId, truth }) =>
        `| ${title} | ${routeId} | ${truth} | ${told(title, 'terminal')} | ${told(title, 'browser host')} | ${logged(title)} |`,
    ),
    '',
    'The code that Patchbay generates for the successful cases, run with the real clients:',
    '',
    '| Case | cURL | Node fetch | OpenAI for Node | Python requests | OpenAI for Python | HTTPie |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...snippets.map(
      ({ title, runs }) =>
        `| ${title} | ${runs.map(({ problem }) => (problem ? `failed (${problem})` : 'ran')).join(' | ')} |`,
    ),
    '',
  ];
  const hasIt = (id: RouteId) => (gateway.off?.has(id) ? 'switched off' : gateway.has.has(id) ? 'yes' : 'no');
  return [
    `## ${gateway.name} ${gateway.version}`,
    '',
    ...(cases.length > 0 ? played : []),
    'A [check](guide/checks.md) of all routes, compared with the routes that the gateway has. `not-tried` (no model fits),',
    '`skipped-costly` and `unclear` say nothing about a route.',
    '',
    '| Route | Has it | Level free | Level cheap |',
    '| --- | --- | --- | --- |',
    ...routeIds.map((id) => `| ${id} | ${hasIt(id)} | ${verdict(id, 'free')} | ${verdict(id, 'cheap')} |`),
    '',
  ];
}
