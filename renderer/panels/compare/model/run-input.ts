import { isTextRoute, variablesOf } from '#shared/compare/lanes.ts';
import type { Assertion, CellHead, CompareInput, Lane, SheetRow } from '#shared/contract/compare.ts';
import { scoreRange } from '#shared/contract/compare-words.ts';
import type { Judge } from '#shared/contract/judge.ts';
import {
  addedFields,
  bodyFragment,
  type ParameterValues,
  type TextRouteId,
} from '#shared/protocol/compose/text-parameters.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { variablesIn } from '#shared/variables.ts';
import type { ReadTexts } from '../../../lib/corpus/text-column.ts';
import { knownRefusedFields as refusedBy } from '../../../lib/gateway/models/refused-fields.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { mediaFields } from '../../../lib/generation/media-lane.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { activeLanes, type CompareLane, type Comparison, maxLanes, ownOf, titleOf } from './comparison.ts';

/** Returns the parameters of a lane as they are sent in its body. */
const laneFields = ({ connectionId, routeId, model }: CompareLane, values: ParameterValues): Record<string, unknown> =>
  isTextRoute(routeId)
    ? bodyFragment(values, routeId, refusedBy(connectionId, routeId, model)).fragment
    : mediaFields(values as Settings, routeId, model).fields;

const laneAdded = ({ connectionId, routeId, model }: CompareLane, values: ParameterValues): string[] =>
  isTextRoute(routeId) ? addedFields(values, routeId, refusedBy(connectionId, routeId, model)) : [];

/** Returns a lane as the core runs it. */
export const coreLane = (lane: CompareLane, comparison: Pick<Comparison, 'synced' | 'parameters'>): Lane => ({
  id: lane.id,
  connectionId: lane.connectionId,
  keyId: lane.keyId,
  routeId: lane.routeId,
  model: lane.model,
  system: ownOf(lane, comparison).system,
  prompt: ownOf(lane, comparison).prompt,
  fields: laneFields(lane, ownOf(lane, comparison).parameters ?? comparison.parameters),
  added: laneAdded(lane, ownOf(lane, comparison).parameters ?? comparison.parameters),
  history: lane.history,
});

/** Returns what a run of the lanes sends: the prompt once per lane and repeat. */
export const lanesInput = (comparison: Comparison): CompareInput => {
  const { id, prompt, system, attachments, tools, schema, repeats } = comparison;
  return {
    documentId: id,
    name: titleOf(comparison),
    prompt,
    system,
    attachments,
    tools,
    schema,
    lanes: activeLanes(comparison).map((lane) => coreLane(lane, comparison)),
    rows: [{ id: '1', values: {} }],
    repeats,
    assertions: [],
    concurrency: maxLanes,
    perMinute: null,
    judge: null,
    cap: { calls: 1000, tokens: null, money: comparison.limits.money },
  };
};

/** Requests of a run of the lanes up to which it starts without a plan. */
const mostUnplanned = 12;

/** Whether a run of the lanes is so large that its plan is shown first. */
export const needsPlan = (comparison: Comparison): boolean =>
  activeLanes(comparison).length * comparison.repeats > mostUnplanned;

/** Returns what a planned run of the lanes sends, within the limits of the plan. */
export const plannedLanesInput = (comparison: Comparison): CompareInput => ({
  ...lanesInput(comparison),
  ...limitsInput(comparison),
});

/** Returns the limits of a planned run. */
const limitsInput = ({ limits }: Pick<Comparison, 'limits'>) => ({
  concurrency: limits.concurrency,
  perMinute: limits.perMinute,
  cap: { calls: limits.calls, tokens: limits.tokens, money: limits.money },
});

/** The column of texts without columns of their own, where the prompt has no variable. */
const usualColumn = 'input';

/** Returns what a run of the sheet sends: the prompt once per row, lane and repeat. */
export const sheetInput = (comparison: Comparison): CompareInput => {
  const { rows, assertions } = comparison;
  return {
    ...lanesInput(comparison),
    rows: rows.map(({ id, values }) => ({ id, values })),
    assertions,
    judge: usesJudge(comparison) ? judgeOf(comparison) : null,
    ...limitsInput(comparison),
  };
};

/** Returns the variables of the prompts, and those that the sheet has no column for. */
export function variablesFor(comparison: Comparison): { names: string[]; missing: string[] } {
  const names = variablesOf(lanesInput(comparison));
  return { names, missing: names.filter((name) => !comparison.columns.includes(name)) };
}

/** Returns the variables of the assertions that the sheet has no column for. */
export function missingInAssertions({ assertions, columns }: Pick<Comparison, 'assertions' | 'columns'>): string[] {
  const texts = assertions.flatMap((one) => Object.values(one).filter((value) => typeof value === 'string'));
  return variablesIn(texts).filter((name) => !columns.includes(name));
}

/** Adds rows that were read from text, or replaces the existing ones. Texts without columns fill the first variable. */
export function withRows(
  comparison: Comparison,
  { columns, items }: Pick<ReadTexts, 'columns' | 'items'>,
  mode: 'add' | 'replace',
  newId: () => string,
): Comparison {
  const only = variablesFor(comparison).names[0] ?? usualColumn;
  const read = items.map(
    ({ text, fields }): SheetRow => ({ id: newId(), values: columns.length > 0 ? fields : { [only]: text } }),
  );
  const kept = mode === 'add' ? comparison.rows : [];
  const before = mode === 'add' ? comparison.columns : [];
  const names = [...new Set([...before, ...(columns.length > 0 ? columns : [only])])];
  return { ...comparison, columns: names, rows: [...kept, ...read] };
}

/** Adds an empty row with a column for each variable. */
export function withEmptyRow(comparison: Comparison, id: string): Comparison {
  const { names } = variablesFor(comparison);
  const columns = [...new Set([...comparison.columns, ...(names.length > 0 ? names : [])])];
  return {
    ...comparison,
    columns: columns.length > 0 ? columns : [usualColumn],
    rows: [...comparison.rows, { id, values: {} }],
  };
}

export const withValue = (comparison: Comparison, rowId: string, name: string, value: string): Comparison => ({
  ...comparison,
  rows: comparison.rows.map((row) => (row.id === rowId ? { ...row, values: { ...row.values, [name]: value } } : row)),
});

/** Returns the ids of rows whose values differ from those that the run sent. */
export function editedRows({ rows }: Pick<Comparison, 'rows'>, sent: readonly SheetRow[]): Set<string> {
  const before = new Map(sent.map(({ id, values }) => [id, values]));
  const isEdited = ({ id, values }: SheetRow): boolean => {
    const old = before.get(id);
    if (!old) return false;
    const names = new Set([...Object.keys(old), ...Object.keys(values)]);
    return [...names].some((name) => (old[name] ?? '') !== (values[name] ?? ''));
  };
  return new Set(rows.filter(isEdited).map(({ id }) => id));
}

/** Whether what all rows share differs from what the run sent: prompts, lanes or assertions. */
export function isOutdated(comparison: Comparison, sent: CompareInput): boolean {
  const now = sheetInput(comparison);
  const shared = ({ prompt, system, attachments, lanes, assertions }: CompareInput) =>
    JSON.stringify([prompt, system, attachments, assertions, lanes]);
  return shared(now) !== shared(sent);
}

/** Returns the cells by row, and in it by lane. */
export function cellsByRow(cells: readonly CellHead[]): ReadonlyMap<string, ReadonlyMap<string, readonly CellHead[]>> {
  const rows = new Map<string, Map<string, CellHead[]>>();
  for (const cell of cells) {
    const row = rows.get(cell.rowId) ?? new Map<string, CellHead[]>();
    rows.set(cell.rowId, row);
    const lane = row.get(cell.laneId);
    if (lane) lane.push(cell);
    else row.set(cell.laneId, [cell]);
  }
  return rows;
}

/** Whether a cell failed, or did not meet an assertion. */
export const isBad = ({ state, assertions }: CellHead): boolean =>
  state === 'failed' || state === 'interrupted' || assertions.some(({ verdict }) => verdict === 'failed');

/** The kinds of assertions in the order in which they are offered. */
export const assertionKinds = ['contains', 'regex', 'equals', 'schema', 'path', 'latency', 'tokens', 'judge'] as const;
export type AssertionKind = (typeof assertionKinds)[number];

/** Returns an assertion from what was typed; `null` while it cannot be one. */
export function readAssertion(kind: AssertionKind, value: string, path: string): Assertion | null {
  if (value.trim() === '' || (kind === 'path' && path.trim() === '')) return null;
  const number = Number(value);
  const isNumber = Number.isFinite(number) && number >= 0;
  switch (kind) {
    case 'contains':
    case 'equals':
      return { kind, text: value, ignoreCase: false };
    case 'regex':
      return isPattern(value) ? { kind, pattern: value, ignoreCase: false } : null;
    case 'schema':
      return parseJson(value) === undefined ? null : { kind, schema: value };
    case 'path':
      return { kind, path: path.trim(), equals: value };
    case 'latency':
      return isNumber ? { kind, mostMs: number } : null;
    case 'tokens':
      return isNumber ? { kind, most: number } : null;
    case 'judge':
      return number >= scoreRange[0] && number <= scoreRange[1] ? { kind, least: number } : null;
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** The routes that a judge can use; its reply is read when it is complete. */
export const judgeRoutes: readonly TextRouteId[] = ['chat.completions', 'responses', 'native.generateContent'];

/** Returns the judge of a comparison; until one is set up, one at the first lane's connection without a model. */
export function judgeOf(comparison: Comparison): Judge {
  const [lane] = activeLanes(comparison);
  return (
    comparison.judge ?? {
      connectionId: lane?.connectionId ?? '',
      keyId: lane?.keyId ?? null,
      routeId: 'chat.completions',
      model: '',
      rubric: strings().compare.judge.defaultRubric,
      fields: {},
    }
  );
}

/** Whether an assertion needs scores. */
export const usesJudge = ({ assertions }: Pick<Comparison, 'assertions'>): boolean =>
  assertions.some(({ kind }) => kind === 'judge');

/** Whether there is a reply that a judge can grade. */
export const hasGradable = (cells: readonly CellHead[]): boolean =>
  cells.some(({ state, textLength }) => textLength > 0 && (state === 'done' || state === 'done-with-warnings'));
