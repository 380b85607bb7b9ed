import { laneDraft } from '#shared/compare/lane-draft.ts';
import { isTextRoute, promptOf, variablesOf } from '#shared/compare/lanes.ts';
import type { CellHead, CompareCell, CompareInput, ComparePlan, SheetRow } from '#shared/contract/compare.ts';
import type { Draft, Preview } from '#shared/contract/exchanges.ts';
import { sumMoney } from '#shared/cost/money.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { completeLane } from './complete-lane.ts';
import { cellUse, outputLimit, type PricePort, textUse } from './estimate.ts';
import { judgeProblems, planAhead } from './judging/plan-judging.ts';

/** Returns the cells of a run before anything is sent, row by row, so that all lanes answer the first row first. */
export const firstCells = ({ rows, lanes, repeats }: CompareInput): CellHead[] =>
  rows.flatMap((row) =>
    lanes.flatMap((lane) =>
      Array.from(
        { length: repeats },
        (_, repeat): CellHead => ({
          id: JSON.stringify([row.id, lane.id, repeat]),
          rowId: row.id,
          laneId: lane.id,
          repeat,
          state: 'waiting',
          resumesAt: null,
          excerpt: '',
          textLength: 0,
          files: [],
          exchangeId: null,
          failure: null,
          warnings: [],
          metrics: null,
          assertions: [],
          grades: [],
          endedAt: null,
        }),
      ),
    ),
  );

/** Returns a cell as it is before it is sent again; the earlier exchange stays in the record. */
export const cellAgain = (cell: CellHead): CompareCell => ({
  ...cell,
  state: 'waiting',
  excerpt: '',
  textLength: 0,
  files: [],
  failure: null,
  warnings: [],
  metrics: null,
  assertions: [],
  grades: [],
  endedAt: null,
  text: '',
  reasoning: '',
});

/** Says what a run would send and why it cannot start. Sends nothing. */
export async function planCompare(
  input: CompareInput,
  preview: (draft: Draft & { withBody: true }) => Promise<Preview>,
  { priceOf }: Pick<PricePort, 'priceOf'>,
): Promise<ComparePlan> {
  const { lanes, rows, repeats, judge } = input;
  const problems = problemsOf(input, { priceOf });
  const bodies: ComparePlan['bodies'] = {};
  const first = rows[0] as SheetRow;
  for (const lane of lanes) {
    const {
      address,
      body = '',
      problem,
    } = await preview({ ...laneDraft(completeLane(lane), input, first, 'panel'), withBody: true });
    bodies[lane.id] = { address, body };
    if (problem) problems.push({ ...problem, param: lane.id });
  }
  const uses = lanes.map((lane) => {
    const price = priceOf(lane.connectionId, lane.model);
    return { lane, cells: rows.map((row) => cellUse(lane, input, row, price)) };
  });
  const priced = uses.filter(({ cells }) => cells.every(({ money }) => money !== null));
  return {
    calls: lanes.length * rows.length * repeats,
    tokens: repeats * uses.reduce((all, { cells }) => cells.reduce((sum, { tokens }) => sum + tokens, all), 0),
    unlimitedLaneIds: lanes
      .filter(({ routeId, fields }) => isTextRoute(routeId) && outputLimit(fields) === null)
      .map(({ id }) => id),
    money: sumMoney(priced.flatMap(({ cells }) => cells.map(({ money }) => money))).map(({ nano, currency }) => ({
      nano: nano * repeats,
      currency,
    })),
    unpricedLaneIds: uses.filter((use) => !priced.includes(use)).map(({ lane }) => lane.id),
    judge: judge && planAhead(judge, input, priceOf(judge.connectionId, judge.model)),
    bodies,
    problems,
  };
}

/** Returns what must be fixed before a run can start; `param` names the lane. */
export function problemsOf(input: CompareInput, { priceOf }: Pick<PricePort, 'priceOf'>): Failure[] {
  const problems: Failure[] = input.judge ? judgeProblems(input.judge) : [];
  for (const lane of input.lanes) {
    if (!lane.model.trim())
      problems.push(
        failure('bad-draft', 'A lane has no model.', { hint: 'Select a model for each lane.', param: lane.id }),
      );
    if (input.rows.every((row) => !promptOf(lane, input, row).trim()))
      problems.push(failure('bad-draft', 'There is no prompt.', { hint: 'Enter a prompt.', param: lane.id }));
  }
  const known = new Set(input.rows.flatMap(({ values }) => Object.keys(values)));
  const missing = variablesOf(input).filter((name) => !known.has(name));
  if (missing.length > 0 && known.size > 0)
    problems.push(
      failure('bad-draft', `The sheet has no column for ${missing.map((name) => `{{${name}}}`).join(', ')}.`, {
        hint: 'Add the column, or remove the variable from the prompt.',
      }),
    );
  problems.push(...capProblems(input, priceOf));
  if (new Set(input.lanes.map(({ id }) => id)).size < input.lanes.length || hasDoubles(input.rows))
    problems.push(failure('bad-input', 'Two lanes or two rows have the same id.'));
  return problems;
}

/** A cap in money can be kept only where every request has a price in its currency. */
function capProblems(input: CompareInput, priceOf: PricePort['priceOf']): Failure[] {
  const { cap, lanes, rows, judge } = input;
  if (cap.money === null) return [];
  const { currency } = cap.money;
  const row = rows[0] as SheetRow;
  const unpriced = lanes.filter(
    (lane) => cellUse(lane, input, row, priceOf(lane.connectionId, lane.model)).money?.currency !== currency,
  );
  const isJudgeUnpriced = judge && textUse(1, 1, priceOf(judge.connectionId, judge.model)).money?.currency !== currency;
  const models = [...unpriced.map(({ model }) => model), ...(isJudgeUnpriced ? [judge.model] : [])];
  return [...new Set(models)].map((model) =>
    failure('bad-draft', `The limit in ${currency} cannot be kept, because ${model} has no price in ${currency}.`, {
      hint: 'Enter its price under Models, or remove the limit.',
    }),
  );
}

const hasDoubles = (rows: readonly SheetRow[]): boolean => new Set(rows.map(({ id }) => id)).size < rows.length;
