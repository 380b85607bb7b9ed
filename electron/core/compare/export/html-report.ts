import type { CompareCell, CompareRun } from '#shared/contract/compare.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { markup } from '../../export/markup.ts';

const style = `
:root { --ink: #1d2b2a; --quiet: #5b6866; --ground: #fcfbf7; --line: #dcd9cf; --bad: #a3242c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecea; --quiet: #9fb0ac; --ground: #14201f; --line: #31403e; --bad: #f08b90; } }
body { margin: 0 auto; max-width: 90rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; } p { margin: .3rem 0; } .quiet { color: var(--quiet); }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
.lane { border: 1px solid var(--line); border-radius: 6px; padding: .8rem; } .lane h3 { font-size: .9rem; margin: 0; } .lane .quiet { font-size: .8rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .6rem 0; } .failed { color: var(--bad); }
.prompt { border-left: 2px solid var(--line); padding-left: .8rem; }
@media print { .lane { break-inside: avoid; } }
`;

/**
 * Returns a run as one HTML file for people who do not have Patchbay: prompt, replies side by side, figures, assertions.
 * It contains no script, loads nothing, and its own policy forbids both.
 */
export function htmlOf(run: CompareRun, cells: readonly CompareCell[], version: string): string {
  const { input, name } = run;
  const byRow = Map.groupBy(cells, ({ rowId }) => rowId);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${markup(name)}</title>
<style>${style}</style>
<body>
<h1>${markup(name)}</h1>
<p class="quiet">${new Date(run.startedAt).toISOString()}, ${formatCount(run.callsMade)} requests. Created by Patchbay ${markup(version)}.</p>
${input.system ? `<p class="quiet">System prompt</p><pre class="prompt">${markup(input.system)}</pre>` : ''}
<p class="quiet">Prompt</p><pre class="prompt">${markup(input.prompt)}</pre>
${input.rows
  .map(({ id, values }) => {
    const heading =
      input.rows.length > 1
        ? `<h2>${markup(id)}</h2><p class="quiet">${markup(Object.values(values).join(' · '))}</p>`
        : '';
    return `<section>${heading}<div class="lanes">${(byRow.get(id) ?? []).map((cell) => laneHtml(run, cell)).join('\n')}</div></section>`;
  })
  .join('\n')}
</body>
</html>
`;
}

function laneHtml({ input, names }: CompareRun, cell: CompareCell): string {
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
<pre>${markup(cell.text)}</pre>
${failure ? `<p class="failed">${markup(failure.message)}</p>` : ''}
<p class="quiet">${markup([cell.state, ...facts].join(' · '))}</p>
${cell.assertions.map(({ verdict, reason }) => `<p${verdict === 'failed' ? ' class="failed"' : ''}>${verdict}: ${markup(reason)}</p>`).join('\n')}
</article>`;
}
