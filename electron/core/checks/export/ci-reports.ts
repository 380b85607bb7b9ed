import { verdictLabels, verdictMeanings } from '#shared/contract/check-words.ts';
import type { CheckCell, CheckDrift, CheckRun } from '#shared/contract/checks.ts';
import { counted, formatCount, formatDuration } from '#shared/format.ts';
import { routes } from '#shared/protocol/table.ts';
import { type JunitCase, junitXml } from '../../export/junit.ts';
import { markdownTable, markdownText as md } from '../../export/markup.ts';
import { nameOfChanged } from '../drift.ts';
import { isFailing } from '../marks.ts';
import type { Compared } from './report.ts';
import {
  callsText,
  changeNames,
  driftValue,
  levelNames,
  stateNames,
  timeText,
  unitsText,
  untestedText,
} from './report-words.ts';

/** The reports that CI systems read. Names and messages in them come from a gateway: none can add markup. */

type Result = 'passed' | 'failed' | 'known' | 'skipped';

/** Returns how each cell counts; `known`: it fails, but only regressions count and it is none. */
function resultsOf(run: CheckRun, onlyRegressions: boolean): (cell: CheckCell) => Result {
  const regressed = new Set(run.drift.flatMap(({ cellId, isRegression }) => (isRegression ? cellId : [])));
  return (cell) => {
    if (regressed.has(cell.id)) return 'failed';
    if (isFailing(cell)) return onlyRegressions ? 'known' : 'failed';
    return cell.action === 'skip' ? 'skipped' : 'passed';
  };
}

const nameOf = ({ routeId, keyAlias, model }: CheckCell): string =>
  [`${routes[routeId].method} ${routeId}`, keyAlias, model].filter(Boolean).join(', ');

/** Returns what happened to a cell, and the request ID that its operator can look up. */
const messageOf = ({ verdict, sentence, why, failure }: CheckCell): string =>
  [
    `${verdictLabels[verdict]}: ${sentence || why || verdictMeanings[verdict]}`,
    failure?.requestId && `Request ID ${failure.requestId}`,
  ]
    .filter(Boolean)
    .join(' ');

/**
 * Returns a run as JUnit XML: one test case per cell, and one for each model that is no longer listed.
 *
 * @param onlyRegressions other failing cells are skipped test cases, as they do not fail the job either.
 */
export function junitOf(run: CheckRun, onlyRegressions: boolean, version: string): string {
  const resultOf = resultsOf(run, onlyRegressions);
  const { connectionName: name, baseAddress, level, state, callsMade: calls, startedAt, endedAt } = run;
  return junitXml({
    title: 'patchbay check',
    name,
    startedAt,
    endedAt,
    properties: { ...(baseAddress !== null && { 'base-url': baseAddress }), level, state, calls, patchbay: version },
    cases: [...run.rows.map((cell) => testCase(cell, resultOf(cell))), ...lostModels(run).map(lostModelCase)],
  });
}

/** Returns the models that worked in the compared run and are no longer listed. */
const lostModels = ({ drift }: CheckRun): string[] =>
  drift.flatMap(({ cellId, isRegression, before }) => (cellId === null && isRegression ? before : []));

function lostModelCase(model: string): JunitCase {
  const message = `${model} worked in the compared check, and is no longer listed.`;
  const result = { kind: 'failed', message, type: 'model-removed', text: message } as const;
  return { className: 'models', name: `Model list, ${model}`, ms: 0, result };
}

function testCase(cell: CheckCell, result: Result): JunitCase {
  const message = messageOf(cell);
  const results: Readonly<Record<Result, JunitCase['result']>> = {
    passed: { kind: 'passed', ...(cell.verdict === 'works-with-warnings' && { output: message }) },
    failed: { kind: 'failed', message, type: cell.verdict, text: factsOf(cell) },
    known: { kind: 'skipped', message: `Not a regression. ${message}` },
    skipped: { kind: 'skipped', message },
  };
  return { className: cell.routeId, name: nameOf(cell), ms: cell.totalMs ?? 0, result: results[result] };
}

/** Returns all that is known about a failing cell, one fact per line. */
function factsOf({ verdict, sentence, why, status, failure }: CheckCell): string {
  const facts: (readonly [string, string | number | null | undefined])[] = [
    ['Verdict', `${verdictLabels[verdict]} (${verdict})`],
    ['Message', sentence || why],
    ['Gateway', failure?.gatewayMessage],
    ['Status', status],
    ['Failure code', failure?.code],
    ['Request ID', failure?.requestId],
  ];
  return facts.flatMap(([name, value]) => (value ? `${name}: ${value}\n` : [])).join('');
}

/**
 * Returns a run as Markdown for the summary of a CI job: what failed, what changed, then all cells.
 *
 * @param onlyRegressions other failing cells are not counted as failed.
 */
export function summaryOf(run: CheckRun, compared: Compared | null, onlyRegressions: boolean): string {
  const resultOf = resultsOf(run, onlyRegressions);
  const failed = run.rows.filter((cell) => resultOf(cell) === 'failed');
  const known = run.rows.filter((cell) => resultOf(cell) === 'known');
  const outcome =
    failed.length === 0
      ? `${counted(run.rows.length, 'cell')}, none failed`
      : `**${formatCount(failed.length)} of ${counted(run.rows.length, 'cell')} failed**`;
  const lost = lostModels(run).length;
  const gone =
    lost === 0 ? '' : `; **${counted(lost, 'model')} that worked ${lost === 1 ? 'is' : 'are'} no longer listed**`;
  const also = known.length === 0 ? '' : `; ${formatCount(known.length)} failing without being a regression`;
  return [
    `## Check of ${md(run.connectionName)}`,
    `${run.baseAddress === null ? '' : `${md(run.baseAddress)}: `}${outcome}${gone}${also}. Level ${levelNames[run.level]}, ${stateNames[run.state]}, ${timeText(run.startedAt)}. ${callsText(run)}. Usage: ${unitsText(run)}.`,
    ...(failed.length > 0 ? ['### Failed', problemTable(failed)] : []),
    ...changesOf(run, compared),
    '### All cells',
    markdownTable(
      ['Route', 'Key', 'Model', 'Verdict', 'Status', 'Time'],
      run.rows.map((cell) => [
        ...placeOf(cell),
        resultOf(cell) === 'failed' ? `**${verdictLabels[cell.verdict]}**` : verdictLabels[cell.verdict],
        cell.status === null ? '' : String(cell.status),
        cell.totalMs === null ? '' : formatDuration(cell.totalMs),
      ]),
    ),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

const problemTable = (cells: readonly CheckCell[]): string =>
  markdownTable(
    ['Route', 'Key', 'Model', 'Verdict', 'What happened', 'Request ID'],
    cells.map((cell) => [
      ...placeOf(cell),
      verdictLabels[cell.verdict],
      md((cell.sentence || cell.why) ?? ''),
      md(cell.failure?.requestId ?? ''),
    ]),
  );

const placeOf = ({ routeId, keyAlias, model }: CheckCell): string[] => [
  md(`${routes[routeId].method} ${routeId}`),
  md(keyAlias ?? ''),
  md(model ?? ''),
];

function changesOf({ drift, rows }: CheckRun, compared: Compared | null): string[] {
  if (!compared) return [];
  const from = `${md(compared.name)}${compared.startedAt === null ? '' : `, ${timeText(compared.startedAt)}`}`;
  const untested = compared.untested.length === 0 ? [] : [md(untestedText(compared.untested))];
  if (drift.length === 0) return ['### Changes', `None, compared with ${from}.`, ...untested];
  const lines = drift.map((change) => {
    const cell = rows.find(({ id }) => id === change.cellId);
    const line = `${md(cell ? nameOfChanged(cell, change) : 'Model list')}: ${changeOf(change)}`;
    return change.isRegression ? `- **${line} (no longer works)**` : `- ${line}`;
  });
  return ['### Changes', `Compared with ${from}:`, lines.join('\n'), ...untested];
}

function changeOf({ what, before, after }: CheckDrift): string {
  const name = changeNames[what];
  // The format is a signature of the response, which is long and only of use to a program.
  if (what === 'shape') return `another ${name}`;
  if (what === 'model-added' || what === 'model-removed') return `${name} ${md(after || before)}`;
  return `${name} ${md(driftValue(before))} → ${md(driftValue(after))}`;
}
