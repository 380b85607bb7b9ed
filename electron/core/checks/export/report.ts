import type { CheckCell, CheckDrift, CheckRun, CheckVerdict } from '#shared/contract/checks.ts';
import { routeIds } from '#shared/routes/route.ts';
import { routes } from '#shared/routes/table.ts';
import type { Evidence } from './evidence.ts';
import { reportStyle } from './report-style.ts';

const meanings: Readonly<Record<CheckVerdict, string>> = {
  works: 'the route answered, or refused an incomplete request in a way that proves it works',
  'works-with-warnings': 'it works, and something about it is odd',
  'key-refused': 'the gateway does not accept this key',
  forbidden: 'the key is known and may not use this',
  quota: 'the balance or quota is used up',
  'route-absent': 'the gateway does not have this route',
  'model-not-on-route': 'the model is not known, or not served here',
  'parameter-refused': 'the request was refused for what it holds',
  'upstream-down': 'the gateway, or what stands behind it, did not answer properly',
  overloaded: 'too many requests, or no room at the moment',
  'timed-out': 'no answer within the time limits',
  'shape-unexpected': 'an answer came, and it does not look like one of this route',
  'not-tried': 'not asked for; the reason stands in its place',
  'skipped-costly': 'left out because a real call may be expensive',
};

/**
 * One HTML file for people who do not have Patchbay: matrix, sentences, changes and the redacted exchanges. It holds no
 * script, loads nothing, and forbids both to itself.
 */
export function reportOf(run: CheckRun, evidence: readonly Evidence[], version: string): string {
  const byCell = new Map(evidence.map((item) => [item.cellId, item]));
  const title = `Check of ${run.connectionName}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${markup(title)}</title>
<style>${reportStyle}</style>
<body>
<header>
<h1>${markup(title)}</h1>
<p>${markup(run.name)}, level ${run.level}, ${run.state}. ${when(run.startedAt)}${run.endedAt === null ? '' : ` to ${when(run.endedAt)}`}.
${run.callsMade} calls; reported or planned use: ${markup(unitsText(run))}. Made by Patchbay ${markup(version)}.</p>
<p class="counts">${counts(run)}</p>
</header>
${matrix(run, byCell)}
${drift(run.drift, run.rows)}
<section><h2>What was seen</h2>
${run.rows
  .filter(({ action }) => action !== 'skip')
  .map((cell) => detail(cell, byCell.get(cell.id)))
  .join('\n')}
</section>
<section><h2>Words</h2><dl>
${Object.entries(meanings)
  .map(([word, meaning]) => `<dt>${badge(word as CheckVerdict)}</dt><dd>${markup(meaning)}</dd>`)
  .join('\n')}
</dl></section>
</body>
</html>
`;
}

const markup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

const when = (ms: number): string => `<time>${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC</time>`;

const badge = (verdict: CheckVerdict, label: string = verdict): string =>
  `<span class="verdict ${verdict}">${markup(label)}</span>`;

const unitsText = ({ unitsSpent }: CheckRun): string =>
  Object.entries(unitsSpent)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'nothing';

const counts = ({ verdicts }: CheckRun): string =>
  Object.entries(verdicts)
    .map(([verdict, count]) => badge(verdict as CheckVerdict, `${verdict} ${count}`))
    .join(' ');

/** A column of the matrix: a key with a model, or with the models that fit each route best by their rank. */
interface Column {
  keyAlias: string | null;
  model: string | null;
  rank: number;
}

/** With models that somebody chose, each has its columns; else every route has its own, named in the cell. */
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
      // A route that takes no model stands in every column of its key.
      if (cells[0]?.model === null) return cells[0];
      return isChosen ? cells.find((cell) => cell.model === model) : cells[rank];
    },
  };
}

function matrix(run: CheckRun, byCell: ReadonlyMap<string, Evidence>): string {
  const { columns, cellAt } = columnsOf(run);
  const head = columns.map(
    ({ keyAlias, model, rank }) =>
      `<th scope="col">${markup(keyAlias ?? 'no key')}<br><code>${markup(model ?? (rank === 0 ? 'best model' : `model ${rank + 1}`))}</code></th>`,
  );
  const lines = routeIds
    .filter((id) => run.rows.some(({ routeId }) => routeId === id))
    .map((id) => {
      const cells = columns.map((column) => {
        const cell = cellAt(id, column);
        const model = cell?.model && column.model === null ? `<br><code>${markup(cell.model)}</code>` : '';
        return `<td>${cell ? cellText(cell, byCell.has(cell.id)) + model : ''}</td>`;
      });
      return `<tr><th scope="row"><b>${routes[id].method}</b> <code>${markup(routes[id].path)}</code></th>${cells.join('')}</tr>`;
    });
  return `<section><h2>Matrix</h2><div class="wide"><table><thead><tr><td></td>${head.join('')}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></div></section>`;
}

function cellText(cell: CheckCell, isLinked: boolean): string {
  const label =
    cell.verdict === 'works' && cell.totalMs !== null && cell.proof === 'answered'
      ? `works, ${Math.round(cell.totalMs)} ms`
      : cell.verdict;
  const text = badge(cell.verdict, label);
  return isLinked ? `<a href="#${anchor(cell)}">${text}</a>` : text;
}

const anchor = ({ id }: CheckCell): string => `c-${Buffer.from(id).toString('base64url')}`;

function drift(changes: readonly CheckDrift[], rows: readonly CheckCell[]): string {
  if (changes.length === 0) return '';
  const nameOf = (id: string | null) => {
    const cell = rows.find((one) => one.id === id);
    return cell ? `${cell.routeId}, ${cell.keyAlias ?? 'no key'}${cell.model ? `, ${cell.model}` : ''}` : 'model list';
  };
  const lines = changes.map(
    ({ cellId, what, before, after, isRegression }) =>
      `<li${isRegression ? ' class="regression"' : ''}><b>${markup(nameOf(cellId))}</b>: ${what} ${markup(before)} → ${markup(after)}</li>`,
  );
  return `<section><h2>Changed since the run before</h2><ul>${lines.join('\n')}</ul></section>`;
}

function detail(cell: CheckCell, seen: Evidence | undefined): string {
  const head = `<h3 id="${anchor(cell)}">${badge(cell.verdict)} ${markup(cell.routeId)}, ${markup(cell.keyAlias ?? 'no key')}${cell.model ? `, <code>${markup(cell.model)}</code>` : ''}</h3>
<p>${markup(cell.sentence)}</p>`;
  if (!seen) return `<article>${head}</article>`;
  const answer = seen.answer === null ? `(${seen.answerBytes} bytes that are no text)` : seen.answer;
  const cut =
    seen.answer !== null && seen.answerBytes > Buffer.byteLength(seen.answer) ? `\n… of ${seen.answerBytes} bytes` : '';
  return `<article>${head}
<details><summary>${markup(seen.request)} <b>${markup(seen.status)}</b></summary>
<p>${markup(seen.verdict)}</p>
<pre>${markup([...headerLines(seen.headers), '', seen.status, ...headerLines(seen.answerHeaders), '', answer + cut].join('\n'))}</pre>
</details></article>`;
}

const headerLines = (headers: Evidence['headers']): string[] => headers.map(([name, value]) => `${name}: ${value}`);
