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

const columnOf = ({ keyAlias, model }: CheckCell): string => JSON.stringify([keyAlias, model]);

function matrix({ rows }: CheckRun, byCell: ReadonlyMap<string, Evidence>): string {
  // A route that takes no model stands in every column of its key.
  const columns = [...new Set(rows.filter(({ model }) => model !== null).map(columnOf))];
  if (columns.length === 0) columns.push(...new Set(rows.map(columnOf)));
  const head = columns.map((column) => {
    const [key, model] = JSON.parse(column) as [string | null, string | null];
    return `<th scope="col">${markup(key ?? 'no key')}<br><code>${markup(model ?? '')}</code></th>`;
  });
  const lines = routeIds
    .filter((id) => rows.some(({ routeId }) => routeId === id))
    .map((id) => {
      const cells = columns.map((column) => {
        const [key] = JSON.parse(column) as [string | null];
        const here = rows.filter(({ routeId, keyAlias }) => routeId === id && keyAlias === key);
        const cell = here.find((one) => columnOf(one) === column) ?? here.find(({ model }) => model === null);
        return `<td>${cell ? cellText(cell, byCell.has(cell.id)) : ''}</td>`;
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
