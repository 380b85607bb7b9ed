import { laneScores } from '#shared/compare/grades.ts';
import { isTextRoute } from '#shared/compare/lanes.ts';
import type { LaneChange } from '#shared/compare/regressions.ts';
import type { CompareCell, ComparePlan, CompareRun, Lane } from '#shared/contract/compare.ts';
import type { Judgement } from '#shared/contract/judge.ts';
import { formatMoney, type Money } from '#shared/cost/money.ts';
import { counted, formatCount, formatDuration, formatSize } from '#shared/format.ts';
import { tableOf } from '../output/table.ts';

/** The tables of `compare`. */

export const nameOf = (lane: Lane | undefined): string => `${lane?.model}, ${lane?.routeId}`;

/** Returns how a cell of a sheet ended, on one line. */
export function outcomeOf({ state, failure, metrics, assertions }: CompareCell): string {
  const passed = assertions.filter(({ verdict }) => verdict === 'passed').length;
  const time = metrics?.latencyMs == null ? '' : `, ${formatDuration(metrics.latencyMs)}`;
  if (failure) return `${state}: ${failure.message}`;
  return `${state}${time}${assertions.length > 0 ? `, ${passed} of ${assertions.length} assertions passed` : ''}`;
}

/** Returns what a run would send, one sentence per line. A cost is shown only where every lane has a price. */
export function planLines(plan: ComparePlan, lanes: readonly Pick<Lane, 'routeId'>[]): string[] {
  const { calls, tokens, unlimitedLaneIds, unpricedLaneIds, money, judge } = plan;
  const openEnd =
    unlimitedLaneIds.length > 0
      ? ` plus the output of ${counted(unlimitedLaneIds.length, 'lane')} without a limit`
      : '';
  const uncounted = lanes.filter(({ routeId }) => !isTextRoute(routeId)).length;
  const cost = unpricedLaneIds.length < lanes.length ? `, about ${moneyText(money)}` : '';
  const without =
    cost !== '' && unpricedLaneIds.length > 0 ? ` without ${counted(unpricedLaneIds.length, 'lane')}` : '';
  // What images and speech use is not known before the response.
  const used = uncounted === lanes.length ? '' : `, about ${formatCount(tokens)} tokens`;
  const most = used === '' && cost === '' ? '' : `${used}${cost}${without} at most${openEnd}`;
  const unknown = uncounted === 0 ? '' : ` The tokens of ${counted(uncounted, 'lane')} are not known in advance.`;
  const first = `${counted(calls, 'request')}${most}.${unknown}`;
  if (judge === null) return [first];
  const judgeCost = judge.money ? `, about ${moneyText([judge.money])}` : '';
  return [
    first,
    `Then ${counted(judge.calls, 'request')} to the judge, about ${formatCount(judge.tokens)} tokens${judgeCost}.`,
  ];
}

const moneyText = (sums: readonly Money[]): string => sums.map((money) => formatMoney(money, 'en')).join(' + ');

/** Returns which assertions a reply did not pass, and the start of the reply; nothing for one that passed all. */
export function missedLines({ assertions, excerpt, text }: CompareCell): string[] {
  const missed = assertions.filter(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
  if (missed.length === 0) return [];
  const cut = text.length > excerpt.length ? '…' : '';
  return [
    ...missed.map(({ verdict, reason }) => `  Assertion ${verdict}: ${reason}`),
    ...(excerpt === '' ? [] : [`  Reply: ${excerpt}${cut}`]),
  ];
}

/** Returns why requests of a run were not sent; `null` for a run that did not reach a limit. */
export function cappedText(
  { state, input: { cap }, callsMade }: CompareRun,
  cells: readonly CompareCell[],
): string | null {
  if (state !== 'capped') return null;
  const skipped = counted(cells.filter((cell) => cell.state === 'skipped').length, 'request');
  if (cap.calls !== null && callsMade >= cap.calls)
    return `Limit reached: --max-calls ${formatCount(cap.calls)}. ${skipped} not sent.`;
  const limits = [
    ...(cap.tokens === null ? [] : [`--max-tokens ${formatCount(cap.tokens)}`]),
    ...(cap.money === null ? [] : [`--max-cost ${formatMoney(cap.money, 'en')}`]),
  ];
  return `Limit reached: the next request could exceed ${limits.join(' or ')}. ${skipped} not sent.`;
}

/** Returns how one request to the judge ended, on one line. */
export function judgementText({ rowId, order, state, problem, failure }: Judgement, isSheet: boolean): string {
  const name = `${isSheet ? `${rowId}  ` : ''}judge, order ${order + 1}`;
  return `${name}  ${failure ? `${state}: ${failure.message}` : (problem ?? state)}`;
}

/** Returns what changed from an earlier run of the sheet. */
export function changesTable({ input }: CompareRun, changes: readonly LaneChange[]): string {
  const rate = ({ passed, known }: LaneChange['before']) => `${formatCount(passed)} of ${formatCount(known)}`;
  return tableOf([
    ['model', 'passed before', 'now', 'newly failed rows', 'newly passed rows'],
    ...changes.map(({ laneId, before, after, newlyFailed, newlyPassed }) => [
      input.lanes.find(({ id }) => id === laneId)?.model ?? laneId,
      rate(before),
      rate(after),
      newlyFailed.join(', ') || '-',
      newlyPassed.join(', ') || '-',
    ]),
  ]);
}

/** Returns the scores of the judge by lane, which are the opinion of a model. */
export function gradesTable({ input, judging }: CompareRun, cells: readonly CompareCell[]): string {
  const scores = laneScores(
    input.lanes.map(({ id }) => id),
    cells,
  );
  const lines = scores.map(({ laneId, score, replies, disagreements }, at) => {
    const orders = cells.length === input.lanes.length ? cells.find((cell) => cell.laneId === laneId)?.grades : null;
    return [
      input.lanes[at]?.model ?? laneId,
      input.lanes[at]?.routeId ?? '',
      score === null ? '-' : score.toFixed(1),
      orders ? orders.map((grade) => grade.score).join(' / ') || '-' : formatCount(replies),
      formatCount(disagreements),
    ];
  });
  const isSingle = cells.length === input.lanes.length;
  return `Opinion of ${judging?.judge.model}:\n${tableOf([
    ['model', 'route', 'score', isSingle ? 'orders' : 'replies', 'disagreements'],
    ...lines,
  ])}`;
}

const duration = (ms: number | null | undefined): string => (ms == null ? '-' : formatDuration(ms));
const number = (value: number | null | undefined, digits = 0): string =>
  value == null ? '-' : digits > 0 ? value.toFixed(digits) : formatCount(value);

/** Returns the figures of each reply; `-` where the response does not allow the figure. */
export function figuresTable({ input }: CompareRun, cells: readonly CompareCell[]): string {
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const hasFiles = cells.some(({ files }) => files.length > 0);
  const lines = cells.map(({ laneId, state, metrics }) => [
    lanes.get(laneId)?.model ?? laneId,
    lanes.get(laneId)?.routeId ?? '',
    state,
    duration(metrics?.ttftMs),
    duration(metrics?.interTokenMs),
    number(metrics?.tokensPerSecond, 1),
    duration(metrics?.latencyMs),
    number(metrics?.usage?.inputTokens),
    number(metrics?.usage?.outputTokens),
    ...(hasFiles ? [formatSize(metrics?.receivedBytes ?? 0)] : []),
    metrics?.finishReason ?? '-',
  ]);
  return tableOf([
    [
      ...['model', 'route', 'state', 'TTFT', 'inter-token', 'tok/s', 'latency', 'in', 'out'],
      ...(hasFiles ? ['received'] : []),
      'finish',
    ],
    ...lines,
  ]);
}

/** Returns what each lane of a sheet passed, and how long it took. */
export function sheetTable({ input, byLane }: CompareRun, cells: readonly CompareCell[]): string {
  const lines = input.lanes.map(({ id, model, routeId }) => {
    const { ended = 0, failed = 0, passed = 0, asserted = 0 } = byLane[id] ?? {};
    const times = cells.flatMap(({ laneId, metrics }) => (laneId === id ? (metrics?.latencyMs ?? []) : []));
    const mean = times.length > 0 ? times.reduce((sum, ms) => sum + ms, 0) / times.length : null;
    const rate = asserted > 0 ? `${formatCount(passed)} of ${formatCount(asserted)}` : '-';
    return [model, routeId, formatCount(ended), formatCount(failed), rate, duration(mean)];
  });
  return tableOf([['model', 'route', 'replies', 'failed', 'passed', 'mean latency'], ...lines]);
}
