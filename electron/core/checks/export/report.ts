import { verdictLabels, verdictMeanings } from '#shared/contract/check-words.ts';
import {
  type CheckCell,
  type CheckDrift,
  type CheckRun,
  type CheckVerdict,
  checkVerdicts,
} from '#shared/contract/checks.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { htmlPage, markup } from '../../export/markup.ts';
import { nameOfChanged } from '../drift.ts';
import type { ProbePort } from '../probe-cell.ts';
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

/** What a report shows of one exchange, redacted as recorded. */
export interface Evidence {
  cellId: string;
  request: string;
  headers: [name: string, value: string][];
  status: string;
  answerHeaders: [name: string, value: string][];
  /** The start of the response; `null` for binary data. */
  answer: string | null;
  answerBytes: number;
  verdict: string;
}

const shownBytes = 2_000;

export async function readEvidence(cell: CheckCell, port: ProbePort): Promise<Evidence> {
  const exchangeId = cell.exchangeId ?? '';
  const none = { cellId: cell.id, headers: [], answerHeaders: [], answer: '', answerBytes: 0, status: '' };
  try {
    const detail = port.detail(exchangeId);
    const text = port.bytes(exchangeId, 0, shownBytes).toString('utf8');
    return {
      cellId: cell.id,
      request: `${detail.method} ${detail.address}`,
      headers: detail.request.headers,
      status: detail.response ? `${detail.response.status} ${detail.response.statusText}` : '',
      answerHeaders: detail.response?.headers ?? [],
      answer: isText(text) ? text : null,
      answerBytes: detail.response?.bodyBytes ?? 0,
      verdict: detail.verdict,
    };
  } catch {
    return { ...none, request: '', verdict: 'This request was deleted from the history.' };
  }
}

/** A cut in the middle of a character leaves one replacement character at the end. */
const isText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters distinguish binary data from text
  !/[\0-\x08\x0e-\x1f]/.test(text) && (text.match(/\ufffd/g)?.length ?? 0) <= 1;

const reportStyle = `
:root { --ok: #1b6e3c; --odd: #7a3b91; --wait: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ok: #6cce91; --odd: #cf9be0; --wait: #e7b457; } }
body { max-width: 78rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
code, pre { font: 12px/1.5 ui-monospace, monospace; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; font-weight: normal; white-space: nowrap; }
thead th { font-weight: 600; } .counts { margin-top: .6rem; line-height: 2; }
.verdict { border: 1px solid currentColor; border-radius: 4px; padding: 0 .4rem; color: var(--quiet); white-space: nowrap; }
.works { color: var(--ok); } .exists { color: var(--ink); } .works-with-warnings, .shape-unexpected { color: var(--odd); } .quota, .overloaded, .timed-out { color: var(--wait); }
.key-refused, .key-missing, .key-style, .forbidden, .upstream-down, .parameter-refused, .model-not-on-route, .unsupported { color: var(--bad); }
a { color: inherit; text-decoration: none; } a:hover .verdict { text-decoration: underline; } .regression { color: var(--bad); }
details { border-left: 2px solid var(--line); padding-left: .8rem; } summary { cursor: pointer; color: var(--quiet); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; } dd { margin: 0; }
@media print { body { max-width: none; padding: 0; } details { break-inside: avoid; } }
`;

/** The run that the changes are relative to. */
export interface Compared {
  name: string;
  startedAt: number | null;
  /** Names of the cells that only that run tested. */
  untested: readonly string[];
}

interface ReportFacts {
  compared: Compared | null;
  /** Of Patchbay. */
  version: string;
  /** The path of a route as its connection has it. */
  pathOf(routeId: RouteId): string;
}

/** Returns one HTML file for people who do not have Patchbay: matrix, sentences, changes and the redacted exchanges. */
export function reportOf(
  run: CheckRun,
  evidence: readonly Evidence[],
  { compared, version, pathOf }: ReportFacts,
): string {
  const byCell = new Map(evidence.map((item) => [item.cellId, item]));
  const title = `Check of ${run.connectionName}`;
  return htmlPage(
    title,
    reportStyle,
    `<header>
<h1>${markup(title)}</h1>
${run.baseAddress === null ? '' : `<p><code>${markup(run.baseAddress)}</code></p>\n`}<p>${markup(run.name)}, level ${levelNames[run.level]}, ${stateNames[run.state]}. ${when(run.startedAt)}${run.endedAt === null ? '' : ` to ${when(run.endedAt)}`}.
${markup(callsText(run))}. Usage: ${markup(unitsText(run))}. Created by Patchbay ${markup(version)}.</p>
<p class="counts">${counts(run)}</p>
</header>
${matrix(run, byCell, pathOf)}
${drift(run, compared)}
<section><h2>Evidence</h2>
${run.rows
  .filter(({ action, listFailure }) => action !== 'skip' || listFailure !== null)
  .map((cell) => detail(cell, byCell.get(cell.id)))
  .join('\n')}
</section>
<section><h2>Legend</h2><dl>
${checkVerdicts.map((verdict) => `<dt>${badge(verdict)}</dt><dd>${markup(verdictMeanings[verdict])}</dd>`).join('\n')}
</dl></section>`,
  );
}

const when = (ms: number): string => `<time>${timeText(ms)}</time>`;

const badge = (verdict: CheckVerdict, label: string = verdictLabels[verdict]): string =>
  `<span class="verdict ${verdict}">${markup(label)}</span>`;

/** In the order of the labels, so that "works" and "exists" are adjacent. */
const counts = ({ verdicts }: CheckRun): string =>
  checkVerdicts
    .filter((verdict) => verdicts[verdict] !== undefined)
    .map((verdict) => badge(verdict, `${verdictLabels[verdict]} ${verdicts[verdict]}`))
    .join(' ');

/** A column of the matrix: a key with a model, or with the best-fitting models of each route by rank. */
interface Column {
  keyAlias: string | null;
  model: string | null;
  rank: number;
}

/** Selected models get a column each; otherwise every route has its own models, named in the cell. */
function columnsOf({ rows, input }: CheckRun): {
  columns: Column[];
  cellAt: (routeId: string, column: Column) => CheckCell | undefined;
} {
  const isChosen = input.models.length > 0;
  const ofRoute = (routeId: string, key: string | null) =>
    rows.filter((cell) => cell.routeId === routeId && cell.keyAlias === key);
  const keys = [...new Set(rows.map(({ keyAlias }) => keyAlias))];
  const columns = keys.flatMap((keyAlias): Column[] => {
    if (isChosen) return input.models.map((model, rank) => ({ keyAlias, model, rank }));
    const most = Math.max(1, ...routeIds.map((id) => ofRoute(id, keyAlias).length));
    return Array.from({ length: most }, (_, rank) => ({ keyAlias, model: null, rank }));
  });
  return {
    columns,
    cellAt(routeId, { keyAlias, model, rank }) {
      const cells = ofRoute(routeId, keyAlias);
      // A route that takes no model appears in every column of its key.
      if (cells[0]?.model === null) return cells[0];
      return isChosen ? cells.find((cell) => cell.model === model) : cells[rank];
    },
  };
}

function matrix(run: CheckRun, byCell: ReadonlyMap<string, Evidence>, pathOf: ReportFacts['pathOf']): string {
  const { columns, cellAt } = columnsOf(run);
  const head = columns.map(
    ({ keyAlias, model, rank }) =>
      `<th scope="col">${markup(keyAlias ?? 'no key')}<br><code>${markup(model ?? (rank === 0 ? 'best match' : `match ${rank + 1}`))}</code></th>`,
  );
  const lines = routeIds
    .filter((id) => run.rows.some(({ routeId }) => routeId === id))
    .map((id) => {
      const cells = columns.map((column) => {
        const cell = cellAt(id, column);
        const model = cell?.model && column.model === null ? `<br><code>${markup(cell.model)}</code>` : '';
        return `<td>${cell ? cellText(cell, byCell.has(cell.id)) + model : ''}</td>`;
      });
      return `<tr><th scope="row"><b>${routes[id].method}</b> <code>${markup(pathOf(id))}</code></th>${cells.join('')}</tr>`;
    });
  return `<section><h2>Matrix</h2><div class="wide"><table><thead><tr><td></td>${head.join('')}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div></section>`;
}

function cellText(cell: CheckCell, isLinked: boolean): string {
  const word = verdictLabels[cell.verdict];
  const text = badge(
    cell.verdict,
    cell.verdict === 'works' && cell.totalMs !== null ? `${word}, ${formatDuration(cell.totalMs)}` : word,
  );
  return isLinked ? `<a href="#${anchor(cell)}">${text}</a>` : text;
}

const anchor = ({ id }: CheckCell): string => `c-${Buffer.from(id).toString('base64url')}`;

/** Returns the differences, and from which run; nothing for a run that was not compared. */
function drift({ drift: changes, rows }: CheckRun, compared: Compared | null): string {
  if (!compared) return '';
  const from = markup(compared.name) + (compared.startedAt === null ? '' : `, ${when(compared.startedAt)}`);
  const untested = compared.untested.length === 0 ? '' : `<p>${markup(untestedText(compared.untested))}</p>`;
  if (changes.length === 0) return `<section><h2>Changes</h2><p>None, compared with ${from}.</p>${untested}</section>`;
  const nameOf = (change: CheckDrift) => {
    const cell = rows.find((one) => one.id === change.cellId);
    return cell ? nameOfChanged(cell, change) : 'model list';
  };
  const lines = changes.map((change) => {
    const { what, before, after, isRegression } = change;
    return `<li${isRegression ? ' class="regression"' : ''}><b>${markup(nameOf(change))}</b>: ${changeText(what, before, after)}</li>`;
  });
  return `<section><h2>Changes</h2><p>Compared with ${from}:</p><ul>${lines.join('\n')}</ul>${untested}</section>`;
}

function changeText(what: CheckDrift['what'], before: string, after: string): string {
  const name = changeNames[what];
  if (what === 'model-added' || what === 'model-removed') return `${name} <code>${markup(after || before)}</code>`;
  return `${name} ${markup(driftValue(before))} → ${markup(driftValue(after))}`;
}

function detail(cell: CheckCell, seen: Evidence | undefined): string {
  const head = `<h3 id="${anchor(cell)}">${badge(cell.verdict)} ${markup(cell.routeId)}, ${markup(cell.keyAlias ?? 'no key')}${cell.model ? `, <code>${markup(cell.model)}</code>` : ''}</h3>
<p>${markup(cell.sentence)}</p>`;
  if (!seen) return `<article>${head}</article>`;
  const answer = seen.answer === null ? `(${formatCount(seen.answerBytes)} bytes of binary data)` : seen.answer;
  const cut =
    seen.answer !== null && seen.answerBytes > Buffer.byteLength(seen.answer)
      ? `\n… of ${formatCount(seen.answerBytes)} bytes`
      : '';
  return `<article>${head}
<details><summary>${markup(seen.request)} <b>${markup(seen.status)}</b></summary>
<p>${markup(seen.verdict)}</p>
<pre>${markup([...headerLines(seen.headers), '', seen.status, ...headerLines(seen.answerHeaders), '', answer + cut].join('\n'))}</pre>
</details></article>`;
}

const headerLines = (headers: Evidence['headers']): string[] => headers.map(([name, value]) => `${name}: ${value}`);
