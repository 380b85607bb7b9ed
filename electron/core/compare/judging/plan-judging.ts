import type { CellHead, CompareInput, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Judge, Judgement, JudgePlan, JudgeScope } from '#shared/contract/judge.ts';
import type { Price } from '#shared/cost/price.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Use } from '../budget.ts';
import { outputLimit, textUse } from '../estimate.ts';
import { judgeBody } from './judge-draft.ts';

/** About how many tokens a judge writes about one reply. */
const tokensPerGrade = 80;
/** Assumed length of a reply that has not arrived, where its lane has no limit. */
const tokensPerReply = 300;
const charactersPerToken = 4;

/** Whether a reply can be graded: it is complete, and it is text. */
const isGradable = ({ state, textLength }: CellHead): boolean =>
  (state === 'done' || state === 'done-with-warnings') && textLength > 0;

/** Whether a judgement has valid scores. */
export const isValid = ({ state, problem }: Judgement): boolean =>
  (state === 'done' || state === 'done-with-warnings') && problem === null;

export const judgementId = (rowId: string, repeat: number, order: number): string =>
  JSON.stringify([rowId, repeat, order]);

/** Returns how many requests grade the replies of that many lanes to one row: a single reply has no order. */
export const ordersOf = (lanes: number): number => (lanes > 1 ? 2 : lanes);

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}

/**
 * Returns the judgements to request: the replies of all lanes to each row and repeat together, shuffled, and again in the
 * opposite order.
 *
 * @param known what was judged before; a missing order is the opposite of the known one.
 * @param random returns a number from 0 to below 1.
 */
export function judgementsFor(
  cells: readonly CellHead[],
  known: readonly Judgement[],
  scope: JudgeScope,
  random: () => number,
): Judgement[] {
  const before = new Map(known.map((judgement) => [judgement.id, judgement]));
  const groups = Map.groupBy(cells.filter(isGradable), ({ rowId, repeat }) => JSON.stringify([rowId, repeat]));
  return [...groups.values()].flatMap((group) => {
    const { rowId, repeat } = group[0] as CellHead;
    const laneIds = group.map(({ laneId }) => laneId);
    const valid = [0, 1].map((order) => {
      const found = before.get(judgementId(rowId, repeat, order));
      const isSame = found && isValid(found) && group.every((cell) => cell.grades.some((one) => one.order === order));
      return isSame && found.laneIds.length === laneIds.length ? found : undefined;
    });
    const kept = scope === 'all' ? undefined : (valid[0]?.laneIds ?? valid[1]?.laneIds.toReversed());
    const base = kept ?? shuffled(laneIds, random);
    return [base, base.toReversed()].slice(0, ordersOf(laneIds.length)).flatMap((order, at): Judgement[] => {
      const id = judgementId(rowId, repeat, at);
      const isWanted = scope === 'all' || (scope === 'missing' ? !valid[at] : scope.includes(id));
      if (!isWanted) return [];
      return [
        {
          id,
          rowId,
          repeat,
          order: at,
          laneIds: order,
          state: 'waiting',
          resumesAt: null,
          exchangeId: null,
          failure: null,
          problem: null,
          endedAt: null,
        },
      ];
    });
  });
}

/** Estimates what one request to a judge uses. */
export function judgeUse(judge: Judge, bodyLength: number, replies: number, price: Price | null): Use {
  return textUse(
    Math.ceil(bodyLength / charactersPerToken),
    outputLimit(judge.fields) ?? replies * tokensPerGrade,
    price,
  );
}

const sum = (calls: number, uses: readonly Use[]): Omit<JudgePlan, 'problems'> => {
  const [first] = uses;
  const money = first?.money
    ? { ...first.money, nano: uses.reduce((all, use) => all + (use.money?.nano ?? 0), 0) }
    : null;
  return {
    calls,
    tokens: uses.reduce((all, { tokens }) => all + tokens, 0),
    money: uses.every((use) => use.money !== null) ? money : null,
  };
};

/** Says what judgements would send. The replies are estimated by their length. */
export function planOf(
  judge: Judge,
  input: CompareInput,
  cells: readonly CellHead[],
  judgements: readonly Judgement[],
  price: Price | null,
): Omit<JudgePlan, 'problems'> {
  const lengths = new Map(
    cells.map((cell) => [JSON.stringify([cell.rowId, cell.repeat, cell.laneId]), cell.textLength]),
  );
  const rows = new Map(input.rows.map((row) => [row.id, row]));
  const uses = judgements.map(({ rowId, repeat, laneIds }) => {
    const replies = laneIds.reduce((all, id) => all + (lengths.get(JSON.stringify([rowId, repeat, id])) ?? 0), 0);
    return judgeUse(
      judge,
      emptyLength(judge, input, rows.get(rowId) as SheetRow, laneIds) + replies,
      laneIds.length,
      price,
    );
  });
  return sum(judgements.length, uses);
}

/** Says what the judge of a run would send that has not started. */
export function planAhead(judge: Judge, input: CompareInput, price: Price | null): Omit<JudgePlan, 'problems'> {
  const { lanes, rows, repeats } = input;
  const orders = ordersOf(lanes.length);
  const replies = lanes.reduce(
    (all, { fields }) => all + (outputLimit(fields) ?? tokensPerReply) * charactersPerToken,
    0,
  );
  const ids = lanes.map(({ id }) => id);
  const uses = rows.flatMap((row) => {
    const use = judgeUse(judge, emptyLength(judge, input, row, ids) + replies, lanes.length, price);
    return Array.from({ length: orders * repeats }, () => use);
  });
  return sum(rows.length * repeats * orders, uses);
}

/** Returns the length of a request to a judge without the replies, in characters. */
function emptyLength(judge: Judge, input: CompareInput, row: SheetRow, laneIds: readonly string[]): number {
  const replies = laneIds.map((id) => ({ lane: input.lanes.find((one) => one.id === id) as Lane, text: '' }));
  return judgeBody(judge, input, row, replies).text.length;
}

/** Returns what must be fixed before a judge can be asked. */
export function judgeProblems(judge: Judge): Failure[] {
  const problems: Failure[] = [];
  if (!judge.model.trim())
    problems.push(failure('bad-draft', 'The judge has no model.', { hint: 'Select a model that grades the replies.' }));
  if (!judge.rubric.trim())
    problems.push(failure('bad-draft', 'The judge has no rubric.', { hint: 'Say what a good reply is.' }));
  return problems;
}
