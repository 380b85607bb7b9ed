import type { ModelChange, ModelList } from '#shared/contract/models.ts';
import type { Capability } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { capabilitiesFor } from '../../lib/gateway/models/model-capabilities.tsx';
import type { ModelMarks } from '../../lib/gateway/models/model-marks.ts';
import { compareNames } from '../../lib/i18n/format.ts';
import { fuzzyRank } from '../../lib/page/fuzzy.ts';

/** Which of the two listings name a model. */
export const listedStates = ['both', 'compatible', 'native'] as const;
export type ListedState = (typeof listedStates)[number];

/** What the newest checks found: something answered, nothing did, or it was never tried. */
export const answerStates = ['answers', 'dead', 'unchecked'] as const;
export type AnswerState = (typeof answerStates)[number];

/** One row of the catalogue. `model` is `null` for one that the gateway no longer lists. */
export interface CatalogueRow {
  id: string;
  model: ModelRecord | null;
  listed: ListedState | null;
  answers: AnswerState;
  change: ModelChange | null;
}

export interface CatalogueFilter {
  query: string;
  capabilities: readonly Capability[];
  listed: readonly ListedState[];
  owners: readonly string[];
  answers: readonly AnswerState[];
  onlyChanged: boolean;
}

export const emptyFilter: CatalogueFilter = {
  query: '',
  capabilities: [],
  listed: [],
  owners: [],
  answers: [],
  onlyChanged: false,
};

/** Every model that is listed, and those that went away since the list was last accepted, sorted by id. */
export function catalogueOf(list: ModelList, marks: ModelMarks): CatalogueRow[] {
  const changes = new Map(list.changes.map((change) => [change.modelId, change]));
  const rows = list.models.map(
    (model): CatalogueRow => ({
      id: model.id,
      model,
      listed: listedIn(list.listedBy[model.id]),
      answers: answersOf(marks, model.id),
      change: changes.get(model.id) ?? null,
    }),
  );
  const here = new Set(rows.map(({ id }) => id));
  const gone = list.changes
    .filter(({ what, modelId }) => what === 'removed' && !here.has(modelId))
    .map(
      (change): CatalogueRow => ({
        id: change.modelId,
        model: null,
        listed: null,
        answers: answersOf(marks, change.modelId),
        change,
      }),
    );
  if (gone.length === 0) return rows;
  return [...rows, ...gone].sort((first, second) => (first.id < second.id ? -1 : 1));
}

function listedIn(lists: readonly ('compatible' | 'native')[] | undefined): ListedState | null {
  const [first] = lists ?? [];
  return first === undefined ? null : (lists?.length ?? 0) > 1 ? 'both' : first;
}

const answersOf = (marks: ModelMarks, id: string): AnswerState => {
  const mark = Object.hasOwn(marks, id) ? marks[id] : undefined;
  if (mark?.answers == null) return 'unchecked';
  return mark.answers ? 'answers' : 'dead';
};

/** Whether a row passes what is ticked. Within a group any tick is enough, between groups all must hold. */
function passes(row: CatalogueRow, filter: CatalogueFilter): boolean {
  const { capabilities, listed, owners, answers, onlyChanged } = filter;
  return (
    (capabilities.length === 0 || capabilitiesIn(row).some((one) => capabilities.includes(one))) &&
    (listed.length === 0 || (row.listed !== null && listed.includes(row.listed))) &&
    (owners.length === 0 || owners.includes(ownerOf(row))) &&
    (answers.length === 0 || answers.includes(row.answers)) &&
    (!onlyChanged || row.change !== null)
  );
}

const capabilitiesIn = ({ model }: CatalogueRow): Capability[] =>
  model ? capabilitiesFor(model).map(({ capability }) => capability) : [];

/** `''` for a model whose listing names no owner. */
export const ownerOf = ({ model }: CatalogueRow): string => model?.owner ?? '';

/** The rows to show: by id, or the best matches first while something is searched for. */
export function filterCatalogue(rows: readonly CatalogueRow[], filter: CatalogueFilter): CatalogueRow[] {
  const passing = rows.filter((row) => passes(row, filter));
  const textOf = ({ id, model }: CatalogueRow) => (model?.name && model.name !== id ? `${id} ${model.name}` : id);
  return fuzzyRank(filter.query, passing, textOf).map(({ item }) => item);
}

/** Each choice of a group of filters with how many rows have it. */
export interface Facets {
  capabilities: [value: Capability, count: number][];
  listed: [value: ListedState, count: number][];
  owners: [value: string, count: number][];
  answers: [value: AnswerState, count: number][];
  changed: number;
}

/** Counts over all rows, most frequent first where there is no order of their own. */
export function facetsOf(rows: readonly CatalogueRow[]): Facets {
  const byCapability = tally(rows.flatMap(capabilitiesIn));
  const byOwner = tally(rows.filter(({ model }) => model).map(ownerOf));
  const byListing = tally(rows.flatMap(({ listed }) => listed ?? []));
  const byAnswer = tally(rows.map(({ answers }) => answers));
  return {
    capabilities: mostFirst(byCapability),
    owners: mostFirst(new Map([...byOwner].sort(([one], [other]) => compareNames(one ?? '', other ?? '')))),
    listed: listedStates.map((state) => [state, byListing.get(state) ?? 0]),
    answers: answerStates.map((state) => [state, byAnswer.get(state) ?? 0]),
    changed: rows.filter(({ change }) => change !== null).length,
  };
}

function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const mostFirst = <T>(counts: Map<T, number>): [T, number][] =>
  [...counts].sort(([, first], [, second]) => second - first);

export const isFiltered = ({ query, capabilities, listed, owners, answers, onlyChanged }: CatalogueFilter): boolean =>
  query.trim() !== '' || [capabilities, listed, owners, answers].some(({ length }) => length > 0) || onlyChanged;
