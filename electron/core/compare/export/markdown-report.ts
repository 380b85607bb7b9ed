import { laneScores } from '#shared/compare/grades.ts';
import type { CompareCell, CompareRun } from '#shared/contract/compare.ts';
import { scoreRange } from '#shared/contract/compare-words.ts';
import { formatCount, formatDuration, formatSize } from '#shared/format.ts';
import { markdownBlock, markdownTable, markdownText } from '../../export/markup.ts';
import {
  changeHeads,
  changeRows,
  type ExportedRun,
  gatewaysOf,
  laneHeads,
  laneRows,
  rowPlaces,
} from './exported-run.ts';

const duration = (ms: number | null | undefined): string => (ms == null ? '' : formatDuration(ms));
const count = (value: number | null | undefined): string => (value == null ? '' : formatCount(value));

/**
 * Returns a run as Markdown: a table of figures, then each reply below its row and lane. Names, prompts, replies and
 * reasons are shown as they are: none can add markup.
 */
export function markdownOf({ run, cells, before }: ExportedRun): string {
  const { input, names, name, judging } = run;
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const title = ({ laneId, repeat }: CompareCell) => {
    const lane = lanes.get(laneId);
    const at = input.repeats > 1 ? `, run ${repeat + 1}` : '';
    return `${lane?.model} (${names[laneId]?.connection}, ${lane?.routeId}${at})`;
  };
  const isSheet = input.rows.length > 1;
  const places = rowPlaces(input);
  const table = cells.map(({ metrics, state, assertions, ...cell }) =>
    [
      isSheet ? count(places.get(cell.rowId)) : null,
      markdownText(title({ metrics, state, assertions, ...cell })),
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
  const missed = ({ assertions }: CompareCell) =>
    assertions.flatMap(({ verdict, reason }) =>
      verdict === 'passed' ? [] : `- **Assertion ${verdict}**: ${markdownText(reason)}\n`,
    );
  const opinions = ({ grades }: CompareCell) =>
    grades.map(
      ({ score, reason, order }) =>
        `> ${markdownText(`${judging?.judge.model}, order ${order + 1}: ${score}. ${reason}`)}\n`,
    );
  const head = ['Lane', 'State', 'TTFT', 'Inter-token latency', 'Latency', 'Input', 'Output', 'Assertions'];
  const heads = isSheet ? ['Row', ...head] : head;
  const replies = cells.map((cell) => {
    const heading = `### ${isSheet ? `Row ${places.get(cell.rowId)}: ` : ''}${markdownText(title(cell))}`;
    const files = cell.files.map((file) => `- ${markdownText(file.name)} (${formatSize(file.sizeBytes)})`).join('\n');
    const reply = cell.text ? markdownBlock(cell.text) : files || markdownText(cell.failure?.message ?? cell.state);
    return [`${heading}\n\n${reply}\n`, ...missed(cell), ...opinions(cell)].join('\n');
  });
  return [
    `# ${markdownText(name)}\n`,
    ...(gatewaysOf(run) === '' ? [] : [`${markdownText(gatewaysOf(run))}\n`]),
    `${markdownBlock(input.prompt)}\n`,
    ...(isSheet
      ? [
          markdownTable(
            laneHeads,
            laneRows(run, cells).map((line) => line.map(markdownText)),
          ),
          '',
        ]
      : []),
    markdownTable(heads, table),
    '',
    ...(before
      ? [
          `Compared with the run of ${new Date(before.startedAt).toISOString()}:\n`,
          markdownTable(
            changeHeads,
            changeRows(input, before.lanes).map((line) => line.map(markdownText)),
          ),
          '',
        ]
      : []),
    ...(judging ? scoreLines(judging.judge.model, input.lanes, cells, names) : []),
    ...replies,
  ].join('\n');
}

/** Returns what the judge thinks of each lane, named as the opinion of a model. */
function scoreLines(
  model: string,
  lanes: CompareRun['input']['lanes'],
  cells: readonly CompareCell[],
  names: CompareRun['names'],
): string[] {
  const scores = laneScores(
    lanes.map(({ id }) => id),
    cells,
  );
  return [
    `Opinion of ${markdownText(model)}, a model that graded the replies from ${scoreRange.join(' to ')} in two orders:\n`,
    markdownTable(
      ['Lane', 'Score', 'Replies', 'Orders disagree'],
      scores.map(({ laneId, score, replies, disagreements }, at) => {
        const lane = `${lanes[at]?.model} (${names[laneId]?.connection}, ${lanes[at]?.routeId})`;
        return [markdownText(lane), score?.toFixed(1) ?? '', String(replies), String(disagreements)];
      }),
    ),
    '',
  ];
}
