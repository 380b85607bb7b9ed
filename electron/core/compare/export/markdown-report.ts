import type { CompareCell, CompareRun } from '#shared/contract/compare.ts';
import { formatCount, formatDuration } from '#shared/format.ts';

const one = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
const duration = (ms: number | null | undefined): string => (ms == null ? '' : formatDuration(ms));
const count = (value: number | null | undefined): string => (value == null ? '' : formatCount(value));

/** Returns a run as Markdown: a table of figures, then each reply below its row and lane. */
export function markdownOf({ input, names, name }: CompareRun, cells: readonly CompareCell[]): string {
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const title = ({ laneId, repeat }: CompareCell) => {
    const lane = lanes.get(laneId);
    const at = input.repeats > 1 ? `, run ${repeat + 1}` : '';
    return `${lane?.model} (${names[laneId]?.connection}, ${lane?.routeId}${at})`;
  };
  const isSheet = input.rows.length > 1;
  const table = cells.map(({ metrics, state, assertions, ...cell }) =>
    [
      isSheet ? cell.rowId : null,
      one(title({ metrics, state, assertions, ...cell })),
      state,
      duration(metrics?.ttftMs),
      duration(metrics?.interTokenMs),
      duration(metrics?.latencyMs),
      count(metrics?.usage?.inputTokens),
      count(metrics?.usage?.outputTokens),
      assertions.length === 0
        ? ''
        : `${assertions.filter(({ verdict }) => verdict === 'passed').length} of ${assertions.length}`,
    ].filter((value) => value !== null),
  );
  const head = ['Lane', 'State', 'TTFT', 'Inter-token latency', 'Latency', 'Input', 'Output', 'Assertions'];
  const heads = isSheet ? ['Row', ...head] : head;
  const replies = cells.map((cell) => {
    const heading = `### ${isSheet ? `${cell.rowId}: ` : ''}${title(cell)}`;
    return `${heading}\n\n${cell.text || cell.failure?.message || cell.state}\n`;
  });
  return [
    `# ${one(name)}\n`,
    `${input.prompt
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')}\n`,
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...table.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...replies,
  ].join('\n');
}
