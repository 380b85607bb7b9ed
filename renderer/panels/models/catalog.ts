import { create } from 'zustand';
import type { ModelChange, ModelList } from '#shared/contract/models.ts';
import type { Capability } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { useCall } from '../../lib/client/query.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { capabilitiesFor } from '../../lib/gateway/models/model-capabilities.tsx';
import { type ModelMarks, useModelMarks } from '../../lib/gateway/models/model-history.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { compareNames } from '../../lib/i18n/format.ts';
import { fuzzyRank } from '../../lib/search/fuzzy.ts';

/** Which of the two listings contain a model. */
export const listedStates = ['both', 'compatible', 'native'] as const;
export type ListedState = (typeof listedStates)[number];

/** Result of the newest checks: at least one route responded, none did, or the model was never checked. */
export const answerStates = ['answers', 'dead', 'unchecked'] as const;
export type AnswerState = (typeof answerStates)[number];

/** One row of the catalog. `model` is `null` for a model that the gateway no longer lists. */
export interface CatalogRow {
  id: string;
  model: ModelRecord | null;
  listed: ListedState | null;
  answers: AnswerState;
  change: ModelChange | null;
}

export interface CatalogFilter {
  query: string;
  capabilities: readonly Capability[];
  listed: readonly ListedState[];
  owners: readonly string[];
  answers: readonly AnswerState[];
  onlyChanged: boolean;
}

export const emptyFilter: CatalogFilter = {
  query: '',
  capabilities: [],
  listed: [],
  owners: [],
  answers: [],
  onlyChanged: false,
};

/** Returns every listed model, and those removed since the list was last accepted, sorted by id. */
export function catalogOf(list: ModelList, marks: ModelMarks): CatalogRow[] {
  const changes = new Map(list.changes.map((change) => [change.modelId, change]));
  const rows = list.models.map(
    (model): CatalogRow => ({
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
      (change): CatalogRow => ({
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

/** Returns true if a row passes the filters: any selected value within a group, and all groups. */
function passes(row: CatalogRow, filter: CatalogFilter): boolean {
  const { capabilities, listed, owners, answers, onlyChanged } = filter;
  return (
    (capabilities.length === 0 || capabilitiesIn(row).some((one) => capabilities.includes(one))) &&
    (listed.length === 0 || (row.listed !== null && listed.includes(row.listed))) &&
    (owners.length === 0 || owners.includes(ownerOf(row))) &&
    (answers.length === 0 || answers.includes(row.answers)) &&
    (!onlyChanged || row.change !== null)
  );
}

const capabilitiesIn = ({ model }: CatalogRow): Capability[] =>
  model ? capabilitiesFor(model).map(({ capability }) => capability) : [];

/** Returns the owner of a model, `''` if its listing names none. */
export const ownerOf = ({ model }: CatalogRow): string => model?.owner ?? '';

/** Returns the rows to show: sorted by id, or by relevance while there is a search text. */
export function filterCatalog(rows: readonly CatalogRow[], filter: CatalogFilter): CatalogRow[] {
  const passing = rows.filter((row) => passes(row, filter));
  const textOf = ({ id, model }: CatalogRow) => (model?.name && model.name !== id ? `${id} ${model.name}` : id);
  return fuzzyRank(filter.query, passing, textOf).map(({ item }) => item);
}

/** The values of each filter group with the number of their rows. */
export interface Facets {
  capabilities: [value: Capability, count: number][];
  listed: [value: ListedState, count: number][];
  owners: [value: string, count: number][];
  answers: [value: AnswerState, count: number][];
  changed: number;
}

/** Counts over all rows, most frequent first in groups without an order of their own. */
export function facetsOf(rows: readonly CatalogRow[]): Facets {
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

export const isFiltered = ({ query, capabilities, listed, owners, answers, onlyChanged }: CatalogFilter): boolean =>
  query.trim() !== '' || [capabilities, listed, owners, answers].some(({ length }) => length > 0) || onlyChanged;

interface ModelsState {
  filter: CatalogFilter;
  /** The model whose details are shown. */
  chosen: string | null;
}

/** Filters and selection. They survive leaving the panel, but not a reload. */
export const useModelsStore = create<ModelsState>(() => ({ filter: emptyFilter, chosen: null }));

export const setFilter = (change: Partial<CatalogFilter>): void =>
  useModelsStore.setState(({ filter }) => ({ filter: { ...filter, ...change } }));

export const chooseModel = (chosen: string | null): void => useModelsStore.setState({ chosen });

/** Adds a value to a filter group, or removes it. */
export const toggled = <T>(chosen: readonly T[], value: T): T[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];

/** Returns the catalog of the active connection. `list` is absent until it was read, right after the page loads. */
export function useCatalog() {
  const { ready, connection, key } = useActive();
  const { data: list, error } = useModels(connection?.id, key?.id);
  const marks = useModelMarks(connection?.id);
  const { data: prices } = useCall(
    'prices',
    'list',
    { connectionId: connection?.id ?? '' },
    { enabled: connection !== null },
  );
  const filter = useModelsStore((state) => state.filter);
  const all = list ? catalogOf(list, marks) : [];
  return {
    ready,
    connection,
    key,
    list,
    error,
    marks,
    prices: new Map(prices?.map((price) => [price.model, price])),
    all,
    rows: filterCatalog(all, filter),
    facets: facetsOf(all),
    filter,
  };
}
