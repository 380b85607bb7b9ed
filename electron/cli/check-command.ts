import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckCell, CheckDrift, CheckRun } from '#shared/contract/checks.ts';
import { checkLevels } from '#shared/contract/checks.ts';
import type { Client } from '#shared/contract/index.ts';
import { type RouteId, routeIds } from '#shared/routes/route.ts';
import { readBaseline } from './check-baseline.ts';
import { cellLine, cellTable, driftLine, planLine } from './check-lines.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { onInterrupt } from './interrupt.ts';
import { listingFailures } from './listing-lines.ts';
import { gatewayOptions, readNumber, readOptions } from './options.ts';
import { type OutFile, openOutFile } from './out-file.ts';
import { openSession, type Session } from './session.ts';
import { saveStored } from './stored-bytes.ts';
import { readTarget } from './target.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const options = {
  ...gatewayOptions,
  level: { type: 'string' },
  routes: { type: 'string' },
  models: { type: 'string' },
  'models-per-route': { type: 'string' },
  keys: { type: 'string' },
  costly: { type: 'string' },
  concurrency: { type: 'string' },
  'max-calls': { type: 'string' },
  'max-tokens': { type: 'string' },
  'first-byte': { type: 'string' },
  total: { type: 'string' },
  plan: { type: 'boolean' },
  baseline: { type: 'string' },
  'set-baseline': { type: 'boolean' },
  report: { type: 'string', multiple: true },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readOptions<typeof options>>['values'];

/**
 * `patchbay check`: the matrix of routes, keys and models, now. Cells go to stderr as they end and to stdout as a table,
 * or to stdout as JSON, a cell on each line. The exit status says whether what worked in the baseline still does.
 */
export const check: Command = async (args, { env, version, openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  if (positionals.length > 0) throw new UsageError(`There is nothing to do with "${positionals[0]}".`);
  const reports: Report[] = [];
  for (const file of values.report ?? [])
    reports.push({ form: readForm(file), file: await openOutFile(file, values.force ?? false) });
  const baseline = values.baseline === undefined ? null : readBaseline(await readText(values.baseline));
  const terminal = openTerminal();
  const session = await openSession(await readTarget(values, env), version);
  try {
    const { client, connectionId } = session;
    const { surfaces } = await client.models.list({ connectionId, refresh: true });
    for (const { message } of listingFailures(surfaces)) terminal.talk(message);
    const input = await readInput(values, session);
    const plan = await client.checks.plan(input);
    terminal.talk(planLine(plan));
    if (values.plan) {
      for (const { file } of reports) await file.leave();
      return exitCodes.done;
    }
    const { runId } = await client.checks.start({ input });
    await follow(client, runId, terminal, values.json ?? false);
    const run = await client.checks.get({ runId });
    if (values['set-baseline']) await client.checks.setBaseline({ runId });
    for (const report of reports) await save(session, runId, report);
    const drift = baseline ? baseline.compare(run) : run.drift;
    await tell(run, drift, terminal, values.json ?? false);
    return exitOf(run, drift);
  } catch (thrown) {
    for (const { file } of reports) await file.leave();
    throw thrown;
  } finally {
    await session.close();
  }
};

async function readInput(values: Values, { client, connectionId }: Session) {
  const number = (name: keyof Values & string, min: number, max: number) =>
    readNumber(name, values[name] as string | undefined, min, max);
  const level = checkLevels.find((one) => one === (values.level ?? 'free'));
  if (!level) throw new UsageError(`--level is one of ${checkLevels.join(', ')}.`);
  const keys = await client.keys.status({ connectionId });
  const keyIds = words(values.keys).map((alias) => {
    const found = keys.find((key) => key.alias.toLowerCase() === alias.toLowerCase());
    if (!found)
      throw new UsageError(`No key is called ${alias}. There are: ${keys.map((key) => key.alias).join(', ')}.`);
    return found.id;
  });
  return {
    connectionId,
    keyIds,
    routeIds: readRoutes('routes', values.routes),
    models: words(values.models),
    modelsPerRoute: number('models-per-route', 1, 50) ?? 1,
    level,
    costlyRoutes: readRoutes('costly', values.costly),
    cap: { calls: number('max-calls', 1, 100_000) ?? 500, tokens: number('max-tokens', 1, 100_000_000) ?? 100_000 },
    concurrency: number('concurrency', 1, 16) ?? 4,
    ...whenGiven('firstByteMs', number('first-byte', 1, 600)),
    ...whenGiven('totalMs', number('total', 1, 1_800)),
  };
}

const whenGiven = (name: string, seconds: number | undefined) =>
  seconds === undefined ? {} : { [name]: seconds * 1000 };

const words = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function readRoutes(option: string, text: string | undefined): RouteId[] {
  return words(text).map((word) => {
    const found = routeIds.find((id) => id === word);
    if (!found) throw new UsageError(`--${option}: there is no route ${word}. All of them: patchbay routes.`);
    return found;
  });
}

type Form = 'json' | 'csv' | 'html';

/** A file to be written once the run has ended; opened before, so that a name that does not do is said at once. */
interface Report {
  form: Form;
  file: OutFile;
}

function readForm(file: string): Form {
  const ending = path.extname(file).slice(1).toLowerCase();
  if (ending === 'json' || ending === 'csv' || ending === 'html') return ending;
  throw new UsageError('--report wants a file that ends in .html, .csv or .json.');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`--baseline: ${file} can not be read. Make one with --report FILE.json.`);
  }
}

/** Tells each cell once, when it has ended. */
async function follow(client: Client, runId: string, terminal: Terminal, isJson: boolean): Promise<void> {
  const told = new Set<string>();
  const takeBack = onInterrupt(() => void client.checks.stop({ runId }), 5_000, terminal.closed);
  try {
    for await (const news of client.checks.watch({ runId })) {
      if (news.type !== 'cell' || news.cell.state !== 'ended' || told.has(news.cell.id)) continue;
      told.add(news.cell.id);
      if (isJson) await terminal.data(`${JSON.stringify({ type: 'check-cell', ...news.cell })}\n`);
      else if (news.cell.action !== 'skip') terminal.talk(cellLine(news.cell));
    }
  } finally {
    takeBack();
  }
}

async function save({ client, files }: Session, runId: string, { form, file }: Report): Promise<void> {
  const { id } = await client.checks.export({ runId, form });
  await saveStored(files, id, file);
}

async function tell(run: CheckRun, drift: readonly CheckDrift[], terminal: Terminal, isJson: boolean): Promise<void> {
  if (isJson) {
    const { rows: _rows, drift: _drift, input: _input, ...summary } = run;
    await terminal.data(`${JSON.stringify({ type: 'check-end', ...summary, drift })}\n`);
    return;
  }
  await terminal.data(cellTable(run.rows));
  const byId = new Map<string, CheckCell>(run.rows.map((cell) => [cell.id, cell]));
  for (const change of drift) terminal.talk(driftLine(change, byId));
}

function exitOf(run: CheckRun, drift: readonly CheckDrift[]): number {
  if (run.state === 'stopped') return exitCodes.cancelled;
  if (run.state === 'capped') return exitCodes.limit;
  if (drift.some(({ isRegression }) => isRegression)) return exitCodes.regressed;
  const { works = 0, 'works-with-warnings': odd = 0, 'key-refused': refused = 0 } = run.verdicts;
  if (works + odd > 0) return exitCodes.done;
  return refused > 0 ? exitCodes.key : exitCodes.failed;
}
