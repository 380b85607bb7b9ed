import { isTextRoute, laneBody, laneDraft, promptOf, variablesOf } from '#shared/compare/lane-draft.ts';
import type { CellHead, CompareCell, CompareInput, ComparePlan, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Draft, Preview } from '#shared/contract/exchanges.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';

/** Characters per token, as a rough average of English text. */
const charactersPerToken = 4;

const limitFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;

/** Returns the limit on output tokens that a lane sends; `null` without one. */
function outputLimit({ fields }: Lane): number | null {
  const native = (fields.generationConfig as Record<string, unknown> | undefined)?.maxOutputTokens;
  const limits = [...limitFields.map((name) => fields[name]), native];
  return limits.find((limit): limit is number => typeof limit === 'number') ?? null;
}

/** Estimates what one cell may use at most: input by the length of its body, output by its limit, if it has one. */
export const estimatedTokens = (lane: Lane, input: CompareInput, row: SheetRow): number =>
  isTextRoute(lane.routeId)
    ? Math.ceil(laneBody(lane, input, row).text.length / charactersPerToken) + (outputLimit(lane) ?? 0)
    : 0;

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
  endedAt: null,
  text: '',
  reasoning: '',
});

/** Says what a run would send and why it cannot start. Sends nothing. */
export async function planCompare(
  input: CompareInput,
  preview: (draft: Draft & { withBody: true }) => Promise<Preview>,
): Promise<ComparePlan> {
  const { lanes, rows, repeats } = input;
  const problems = problemsOf(input);
  const bodies: ComparePlan['bodies'] = {};
  const first = rows[0] as SheetRow;
  for (const lane of lanes) {
    const {
      address,
      body = '',
      problem,
    } = await preview({ ...laneDraft(lane, input, first, 'panel'), withBody: true });
    bodies[lane.id] = { address, body };
    if (problem) problems.push({ ...problem, param: lane.id });
  }
  const textLanes = lanes.filter(({ routeId }) => isTextRoute(routeId));
  return {
    calls: lanes.length * rows.length * repeats,
    tokens:
      repeats *
      rows.reduce((sum, row) => textLanes.reduce((all, lane) => all + estimatedTokens(lane, input, row), sum), 0),
    unlimitedLaneIds: textLanes.filter((lane) => outputLimit(lane) === null).map(({ id }) => id),
    bodies,
    problems,
  };
}

/** Returns what must be fixed before a run can start; `param` names the lane. */
export function problemsOf(input: CompareInput): Failure[] {
  const problems: Failure[] = [];
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
  if (new Set(input.lanes.map(({ id }) => id)).size < input.lanes.length || hasDoubles(input.rows))
    problems.push(failure('bad-input', 'Two lanes or two rows have the same id.'));
  return problems;
}

const hasDoubles = (rows: readonly SheetRow[]): boolean => new Set(rows.map(({ id }) => id)).size < rows.length;
