import { readFile } from 'node:fs/promises';
import { findUntested, nameOfCell } from '#core/checks/drift.ts';
import { verdictOfCode } from '#core/checks/judging/judge-failure.ts';
import { isFailing, isProven } from '#core/checks/marks.ts';
import {
  type CheckCell,
  type CheckDrift,
  type CheckReportForm,
  type CheckRun,
  checkReportForms,
  type FileComparison,
} from '#shared/contract/checks.ts';
import type { Client } from '#shared/contract/index.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { checkInputOf, readKeys } from '../input/check-input.ts';
import { readOptions, refuseArguments, type Values } from '../input/options.ts';
import { readTarget } from '../input/target.ts';
import { onInterrupt } from '../interrupt.ts';
import { listingFailures, printFailure } from '../output/failure-lines.ts';
import { saveStored } from '../output/out-file.ts';
import { printLine, printWarning, type Terminal } from '../output/terminal.ts';
import { checkOptions } from '../specs/check-spec.ts';
import { UsageError } from '../usage-error.ts';
import { type Baseline, readBaseline } from './check-baseline.ts';
import {
  cellTable,
  comparedLine,
  countsLine,
  createCellLines,
  driftLine,
  planLine,
  planLines,
  planTable,
  skippedLines,
  toneOf,
} from './check-lines.ts';
import type { Command } from './command.ts';
import { noteUsed } from './defaults.ts';
import { leaveReports, openReports, type Report } from './reports.ts';
import { inSession, type Session } from './session.ts';

/**
 * `patchbay check`: runs the matrix of routes, keys and models now. Cells are written to stderr as they end and to
 * stdout as a table, or to stdout as JSON, one cell per line. The exit status follows from the worst cell, or from what
 * got worse.
 */
export const check: Command = async (args, { env, version, openTerminal }) => {
  const { values, positionals } = readOptions(args, checkOptions);
  refuseArguments('check', positionals);
  const wanted = checkInputOf(values);
  const target = await readTarget(values, env);
  // A run of a connection that is deleted with this command would be the baseline of nothing.
  if (values['set-baseline'] && (target.kind !== 'saved' || target.secret !== null))
    throw new UsageError(
      '--set-baseline needs a saved connection with its saved key. Otherwise use --report FILE.json and --baseline.',
    );
  const baseline =
    values.baseline === undefined ? null : readBaseline(values.baseline, await readText(values.baseline));
  const reports = await openReports(values.report, checkReportForms, values.force);
  const terminal = openTerminal(values);
  const isJson = values.json ?? false;
  try {
    return await inSession(target, version, { terminal, ...values }, async (session) => {
      const { client, connectionId } = session;
      await noteUsed(session, target, values, null, terminal);
      const asked = values.keys ?? (values['key-name'] === undefined ? undefined : [values['key-name']]);
      const keys = readKeys(asked ?? [], await client.keys.status({ connectionId }));
      const keyIds = keys.map(({ id }) => id);
      await listModels(session, keys, terminal, isJson);
      const input = { ...wanted, connectionId, keyIds: asked === undefined ? [] : keyIds };
      const plan = await client.checks.plan(input);
      terminal.note(planLine(plan));
      if (values.plan) {
        await leaveReports(reports);
        if (!isJson) await terminal.data(planTable(plan));
        for (const problem of plan.problems) await printFailure(problem, terminal, isJson);
        if (isJson) for (const line of planLines(plan)) await printLine(terminal, line);
        return plan.problems[0] ? exitOfFailure(plan.problems[0].code) : exitCodes.done;
      }
      const { runId } = await client.checks.start({ input });
      const lineOf = createCellLines();
      await follow(
        client,
        runId,
        isJson ? null : (cell) => terminal.note(lineOf(cell), toneOf(cell.verdict)),
        terminal.closed,
      );
      const run = await client.checks.get({ runId });
      if (values['set-baseline']) await client.checks.setBaseline({ runId });
      const comparison = await comparisonOf(session, run, baseline);
      const { drift, untested } = comparison;
      const fromFile = baseline && comparison.isBaseline ? { ...baseline.origin, drift, untested } : null;
      const failOn = values['fail-on'] ?? (comparison.isBaseline ? 'worse' : 'any');
      for (const report of reports) {
        await save(session, runId, report, fromFile, failOn === 'worse');
        if (!isJson) terminal.note(report.file.saved, 'good');
      }
      if (baseline && !comparison.isBaseline) await printWarning(terminal, isJson, 'nothing-compared', uncompared);
      await notifyCompletion(run, comparison, terminal, isJson);
      return exitOfCheck(run, comparison.drift, failOn);
    });
  } catch (thrown) {
    await leaveReports(reports);
    throw thrown;
  }
};

const uncompared = 'Nothing was compared: the baseline and this check have no cell in common.';

/** Lists the models of each key, which its cells use; each failure is reported once for all of them. */
async function listModels(
  session: Session,
  keys: readonly { id: string; alias: string }[],
  terminal: Terminal,
  isJson: boolean,
): Promise<void> {
  const { client, connectionId } = session;
  const connection = await session.connection();
  const reported = new Set<string>();
  for (const key of keys.length > 0 ? keys : [null]) {
    const asked = key === null ? { connectionId } : { connectionId, keyId: key.id };
    const { models, surfaces } = await client.models.list({ ...asked, refresh: true });
    const failures = listingFailures(surfaces, connection);
    if (isJson)
      await printLine(terminal, {
        type: 'check-listing',
        keyAlias: key?.alias ?? null,
        models: models.length,
        failures,
      });
    // A gateway may well have only one of the two listings.
    const [unreported] = models.length > 0 ? [] : failures;
    if (!unreported || reported.has(unreported.message)) continue;
    reported.add(unreported.message);
    await printFailure(unreported, terminal, isJson);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`--baseline: ${file} cannot be read. Create one with --report FILE.json.`);
  }
}

/**
 * Waits for the end, and prints each cell as it ends for a human reader. Programs get the cells afterwards: until all
 * cells of a key have ended, a refusal for quota may change the result of the others.
 */
async function follow(client: Client, runId: string, print: ((cell: CheckCell) => void) | null, closed: AbortSignal) {
  const reported = new Map<string, string>();
  const removeHandler = onInterrupt(() => void client.checks.stop({ runId }), 5_000, closed);
  try {
    for await (const news of client.checks.watch({ runId })) {
      if (news.type !== 'cell' || news.cell.state !== 'ended' || news.cell.action === 'skip') continue;
      const { cell } = news;
      if (reported.get(cell.id) !== cell.verdict) print?.(cell);
      reported.set(cell.id, cell.verdict);
    }
  } finally {
    removeHandler();
  }
}

async function save(
  { client, files }: Session,
  runId: string,
  { form, file }: Report<CheckReportForm>,
  comparison: FileComparison | null,
  onlyRegressions: boolean,
): Promise<void> {
  const { id } = await client.checks.export({ runId, form, onlyRegressions, ...(comparison && { comparison }) });
  await saveStored(files, id, file);
}

/** What a run is compared with: the file of `--baseline`, or else the run that the core found. */
interface Comparison {
  comparedWith: string | null;
  /** Whether it is an explicitly selected baseline, and not only the previous run. */
  isBaseline: boolean;
  /** How messages name it. */
  name: string;
  drift: CheckDrift[];
  /** Names of the cells that only the other run tested. */
  untested: string[];
}

async function comparisonOf({ client }: Session, run: CheckRun, baseline: Baseline | null): Promise<Comparison> {
  const none = { comparedWith: null, isBaseline: false, name: '', drift: [], untested: [] };
  if (baseline !== null) {
    if (!baseline.meets(run)) return none;
    const { runId, name } = baseline.origin;
    return { comparedWith: runId, isBaseline: true, name, ...baseline.compare(run) };
  }
  const { comparedWith, drift } = run;
  if (comparedWith === null) return none;
  const { isBaseline, rows } = await client.checks.get({ runId: comparedWith });
  const name = isBaseline ? 'the baseline' : 'the previous check';
  return { comparedWith, isBaseline, name, drift, untested: findUntested(rows, run.rows).map(nameOfCell) };
}

async function notifyCompletion(
  run: CheckRun,
  comparison: Comparison,
  terminal: Terminal,
  isJson: boolean,
): Promise<void> {
  const { comparedWith, drift, untested } = comparison;
  if (isJson) {
    const { rows, drift: _drift, input: _input, models: _models, ...summary } = run;
    for (const cell of rows) await printLine(terminal, { type: 'check-cell', ...cell });
    await printLine(terminal, { type: 'check-end', ...summary, changed: drift.length, comparedWith, drift, untested });
    return;
  }
  await terminal.data(cellTable(run.rows));
  for (const line of skippedLines(run.rows)) terminal.note(line, 'warn');
  terminal.note(countsLine(run));
  const byId = new Map<string, CheckCell>(run.rows.map((cell) => [cell.id, cell]));
  if (comparedWith !== null) terminal.note(comparedLine(comparison));
  for (const change of drift) terminal.message(driftLine(change, byId), change.isRegression ? 'bad' : 'warn');
}

/** Which cells make a check fail: any unproved one, only those that got worse, or none. */
type FailOn = NonNullable<Values<typeof checkOptions>['fail-on']>;

/** The worst first: nothing is reachable, the key is refused, the operator must act, a limit applies, anything else. */
const severity = [exitCodes.network, exitCodes.key, exitCodes.operator, exitCodes.limit, exitCodes.failed] as const;

/** Returns the exit status of a check. A run that was stopped or capped has not answered what it was started for. */
export function exitOfCheck(run: CheckRun, drift: readonly CheckDrift[], failOn: FailOn): number {
  if (run.state === 'stopped') return exitCodes.cancelled;
  if (run.state === 'capped') return exitCodes.limit;
  if (failOn === 'none') return exitCodes.done;
  if (drift.some(({ isRegression }) => isRegression)) return exitCodes.regressed;
  if (failOn === 'worse') return exitCodes.done;
  const found = new Set(run.rows.filter(isFailing).map(exitOfCell));
  const worst = severity.find((code) => found.has(code));
  if (worst !== undefined) return worst;
  return run.rows.some(({ verdict }) => isProven(verdict)) ? exitCodes.done : exitCodes.failed;
}

/** Returns the exit status of a cell. A verdict that more was known for than its failure's code counts as it is. */
function exitOfCell({ failure, verdict }: CheckCell): number {
  const isOfCode = failure !== null && verdictOfCode(failure.code) === verdict;
  const code = isOfCode ? exitOfFailure(failure.code) : exitCodes.failed;
  return severity.find((one) => one === code) ?? exitCodes.failed;
}
