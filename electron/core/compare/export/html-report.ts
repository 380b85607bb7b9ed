import { laneScores } from '#shared/compare/grades.ts';
import type { CompareCell, CompareRun } from '#shared/contract/compare.ts';
import { scoreRange } from '#shared/contract/compare-words.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { htmlPage, markup } from '../../export/markup.ts';
import { changeHeads, changeRows, type ExportedRun, gatewaysOf, laneHeads, laneRows } from './exported-run.ts';
import { type InlineMedia, mediaHtml } from './inline-media.ts';

const style = `
body { max-width: 90rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; } .quiet { color: var(--quiet); }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
.lane { border: 1px solid var(--line); border-radius: 6px; padding: .8rem; } .lane h3 { font-size: .9rem; margin: 0; } .lane .quiet { font-size: .8rem; }
pre { font: inherit; margin: .6rem 0; } figure { margin: .6rem 0; } figure img { max-width: 100%; } figure audio { width: 100%; } .failed { color: var(--bad); }
.prompt { border-left: 2px solid var(--line); padding-left: .8rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem .2rem 0; text-align: left; font-weight: normal; } th { color: var(--quiet); }
.figures { margin-top: 1rem; } .figures :is(th, td):not(:first-child) { padding-left: 1rem; text-align: right; font-variant-numeric: tabular-nums; }
@media print { .lane { break-inside: avoid; } }
`;

/** Returns a run as one HTML file for people who do not have Patchbay: prompt, replies side by side, figures, assertions. */
export function htmlOf({ run, cells, before }: ExportedRun, version: string, media: InlineMedia): string {
  const { input, name } = run;
  const byRow = Map.groupBy(cells, ({ rowId }) => rowId);
  return htmlPage(
    name,
    style,
    `<h1>${markup(name)}</h1>
<p class="quiet">${new Date(run.startedAt).toISOString()}, ${formatCount(run.callsMade)} requests${gatewaysOf(run) === '' ? '' : `, ${markup(gatewaysOf(run))}`}. Created by Patchbay ${markup(version)}.</p>
${input.system ? `<p class="quiet">System prompt</p><pre class="prompt">${markup(input.system)}</pre>` : ''}
<p class="quiet">Prompt</p><pre class="prompt">${markup(input.prompt)}</pre>
<table class="figures"><tr>${laneHeads.map((head) => `<th>${head}</th>`).join('')}</tr>${tableRows(laneRows(run, cells))}</table>
${scoresHtml(run, cells)}
${changesHtml(run, before)}
${input.rows
  .map(({ id, values }, at) => {
    const heading =
      input.rows.length > 1
        ? `<h2>Row ${formatCount(at + 1)}</h2><p class="quiet">${markup(Object.values(values).join(' · '))}</p>`
        : '';
    return `<section>${heading}<div class="lanes">${(byRow.get(id) ?? []).map((cell) => laneHtml(run, cell, media)).join('\n')}</div></section>`;
  })
  .join('\n')}`,
  );
}

const tableRows = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `<tr>${line.map((value) => `<td>${markup(value)}</td>`).join('')}</tr>`).join('');

/** What the judge thinks of each lane; nothing without one. */
function scoresHtml({ input, judging }: CompareRun, cells: readonly CompareCell[]): string {
  if (!judging) return '';
  const scores = laneScores(
    input.lanes.map(({ id }) => id),
    cells,
  );
  const lines = scores.map(
    ({ score, replies, disagreements }, at) =>
      `<tr><td>${markup(input.lanes[at]?.model ?? '')}</td><td>${score?.toFixed(1) ?? '-'}</td><td>${formatCount(replies)}</td><td>${formatCount(disagreements)}</td></tr>`,
  );
  return `<h2>Opinion of a model</h2><p class="quiet">${markup(judging.judge.model)} graded the replies from ${scoreRange.join(' to ')}, in two orders.</p>
<table><tr><th>Lane</th><th>Score</th><th>Replies</th><th>Orders disagree</th></tr>${lines.join('')}</table>
<pre class="prompt">${markup(judging.judge.rubric)}</pre>`;
}

/** What changed from an earlier run of the sheet; nothing without one. */
function changesHtml({ input }: CompareRun, before: ExportedRun['before']): string {
  if (!before) return '';
  return `<h2>Compared with the run of ${new Date(before.startedAt).toISOString()}</h2>
<table><tr>${changeHeads.map((name) => `<th>${name}</th>`).join('')}</tr>${tableRows(changeRows(input, before.lanes))}</table>`;
}

function laneHtml({ input, names, judging }: CompareRun, cell: CompareCell, media: InlineMedia): string {
  const lane = input.lanes.find(({ id }) => id === cell.laneId);
  const { metrics, failure } = cell;
  const facts = [
    metrics?.ttftMs != null && `TTFT ${formatDuration(metrics.ttftMs)}`,
    metrics?.tokensPerSecond != null && `${metrics.tokensPerSecond.toFixed(1)} tok/s`,
    metrics?.latencyMs != null && formatDuration(metrics.latencyMs),
    metrics?.usage?.inputTokens != null && `${formatCount(metrics.usage.inputTokens)} in`,
    metrics?.usage?.outputTokens != null && `${formatCount(metrics.usage.outputTokens)} out`,
    metrics?.finishReason,
  ].filter((fact) => typeof fact === 'string');
  return `<article class="lane"><h3>${markup(lane?.model ?? cell.laneId)}${input.repeats > 1 ? ` · ${cell.repeat + 1}` : ''}</h3>
<p class="quiet">${markup([names[cell.laneId]?.connection, names[cell.laneId]?.key, lane?.routeId].filter(Boolean).join(' · '))}</p>
${cell.text === '' && cell.files.length > 0 ? '' : `<pre>${markup(cell.text)}</pre>`}
${cell.files.map((file) => mediaHtml(file, media)).join('\n')}
${failure ? `<p class="failed">${markup(failure.message)}</p>` : ''}
<p class="quiet">${markup([cell.state, ...facts].join(' · '))}</p>
${cell.assertions.map(({ verdict, reason }) => `<p${verdict === 'failed' ? ' class="failed"' : ''}>${verdict}: ${markup(reason)}</p>`).join('\n')}
${cell.grades.map(({ score, reason, order }) => `<p class="quiet">${markup(`Opinion of ${judging?.judge.model}, order ${order + 1}: ${score} of ${scoreRange[1]}. ${reason}`)}</p>`).join('\n')}
</article>`;
}
