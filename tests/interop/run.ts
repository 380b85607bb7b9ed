// Runs Patchbay against third-party gateways, on this computer only: every route and a list of failures through
// the CLI and the browser host, each compared with the gateway's own log; the code samples; a check of all
// routes, also of small servers. Writes docs/interop.md. npm run interop [-- litellm | aimock | llama.cpp | …];
// exit status 1 when something is wrong.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { routes } from '#shared/protocol/table.ts';
import { startAimock } from './aimock.ts';
import { type CheckLine, runCheck } from './check.ts';
import type { Case, Gateway, LoggedRequest } from './gateway.ts';
import { startLitellm } from './litellm.ts';
import { openBrowserHost, openTerminal, type Told } from './play.ts';
import { writeReport } from './report.ts';
import { startSmallServers, unpackaged } from './small-servers.ts';
import { runSnippets, type SnippetRun } from './snippets.ts';
import { findTools, type Tools } from './tools.ts';

/** One case on one host. */
export interface Line {
  case: Case;
  host: string;
  told: Told;
  logged: LoggedRequest[];
  /** The problem, or `null`. */
  problem: string | null;
}

export interface GatewayResult {
  gateway: Gateway;
  lines: Line[];
  snippets: { title: string; runs: SnippetRun[] }[];
  check: CheckLine[];
}

const noTools: Tools = { pythonBin: null, nodeModules: null, missing: [] };
const build = path.join(import.meta.dirname, '../../build/interop');
mkdirSync(build, { recursive: true });
const wanted = process.argv.slice(2);
const wants = (name: string) => wanted.length === 0 || wanted.includes(name);
const { pythonBin, nodeModules, missing } = wants('litellm') || wants('aimock') ? await findTools() : noTools;
for (const one of missing) console.log(`Left out, ${one}`);

const results: GatewayResult[] = [];
if (wants('litellm') && pythonBin) results.push(await tryGateway(await startLitellm(pythonBin, build)));
if (wants('aimock') && nodeModules) results.push(await tryGateway(await startAimock(nodeModules)));
const absent: string[] = [];
for await (const server of startSmallServers(build, wants, absent)) results.push(await tryGateway(server));
for (const one of [...absent, ...unpackaged]) console.log(`Left out, ${one}`);

const problems = results.flatMap(({ gateway, lines, snippets, check }) => [
  ...lines.flatMap(({ case: one, host, problem }) =>
    problem ? [`${gateway.name}, ${one.title}, ${host}: ${problem}`] : [],
  ),
  ...snippets.flatMap(({ title, runs }) =>
    runs.flatMap(({ language, problem }) => (problem ? [`${gateway.name}, ${title} as ${language}: ${problem}`] : [])),
  ),
  ...check.flatMap(({ level, routeId, problem }) =>
    problem ? [`${gateway.name}, check ${level}, ${routeId}: ${problem}`] : [],
  ),
]);
if (results.length > 0 && wanted.length === 0) await writeReport(results, [...missing, ...absent, ...unpackaged]);
console.log(problems.length ? `\n${problems.join('\n')}\n\n${problems.length} differ` : '\nNothing differs.');
process.exit(problems.length || results.length === 0 ? 1 : 0);

async function tryGateway(gateway: Gateway): Promise<GatewayResult> {
  console.log(`\n${gateway.name} ${gateway.version}`);
  const result: GatewayResult = { gateway, lines: [], snippets: [], check: [] };
  try {
    if (gateway.cases.length > 0) await playCases(gateway, result);
    for (const level of ['free', 'cheap'] as const) {
      const lines = await runCheck(gateway, level);
      result.check.push(...lines);
      for (const { routeId, problem } of lines)
        if (problem) console.log(`DIFFERS  check ${level}, ${routeId}: ${problem}`);
    }
  } finally {
    await gateway.stop();
  }
  return result;
}

/** Plays the cases of a gateway through both hosts. */
async function playCases(gateway: Gateway, result: GatewayResult): Promise<void> {
  const terminal = openTerminal(gateway);
  const browser = await openBrowserHost(gateway);
  try {
    for (const one of gateway.cases)
      for (const host of [terminal, browser]) {
        await gateway.newRequests();
        const told = await host.play(one);
        const logged = withoutListings(one, await gateway.newRequests());
        const problem = compare(one, told, logged);
        result.lines.push({ case: one, host: host.name, told, logged, problem });
        console.log(
          `${problem ? 'DIFFERS' : 'as it is'}  ${one.title}, ${host.name}: ${told.said}${problem ? `  (${problem})` : ''}`,
        );
        if (pythonBin && host === browser && told.exchangeId && one.truth === 'done') {
          const runs = await runSnippets(browser.client, told.exchangeId, gateway.key, pythonBin);
          result.snippets.push({ title: one.title, runs });
          for (const { language, problem: why } of runs)
            if (why) console.log(`DIFFERS  ${one.title} as ${language}: ${why}`);
        }
      }
  } finally {
    await Promise.all([terminal.close(), browser.close()]);
  }
}

/** The CLI lists the models before a native route gets a key that it does not know; that is not the case itself. */
function withoutListings({ routeId }: Case, logged: LoggedRequest[]): LoggedRequest[] {
  if (routes[routeId].family !== 'native') return logged;
  return logged.filter(({ path: at }, index) => index === logged.length - 1 || !/^\/v1(?:beta)?\/models$/.test(at));
}

/** Compares what is reported with what is true and with the gateway's log. */
function compare(one: Case, told: Told, logged: readonly LoggedRequest[]): string | null {
  if (told.said !== one.truth) return `says ${told.said}, true is ${one.truth}`;
  if (logged.length === 0) return null;
  if (logged.length > 1) return `its log has ${logged.length} requests: ${logged.map(({ path: at }) => at).join(', ')}`;
  if (told.status !== null && logged[0]?.status !== told.status)
    return `says ${told.status}, its log ${logged[0]?.status}`;
  return null;
}
