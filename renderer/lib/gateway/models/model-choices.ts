import { capabilityOfRoute, fitOf } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { fuzzyMatch, fuzzyRank } from '../../search/fuzzy.ts';

/**
 * The section of a choice: used recently, fitting the route, any other, any other on a route that is likely to reject
 * it, or the typed text as it is.
 */
export type ChoiceSection = 'recent' | 'fitting' | 'others' | 'unfit' | 'typed';

/**
 * One row of the picker: a caption, or an id that can be selected. `model` is `null` for an id that no listing
 * contains.
 */
export type ModelRow =
  | { kind: 'caption'; section: ChoiceSection }
  | { kind: 'choice'; section: ChoiceSection; id: string; model: ModelRecord | null };
export type ModelChoice = Extract<ModelRow, { kind: 'choice' }>;

export interface ChoiceQuestion {
  models: readonly ModelRecord[];
  query: string;
  /** Newest first. */
  recents?: readonly string[];
  /** Lists models that fit it first, also among the recent ones. */
  routeId?: RouteId | undefined;
  /** Ids that are already used and are not offered. */
  except?: readonly string[];
  /** Returns the capabilities shown next to a model's ID: a search also finds it by their beginnings. */
  usesOf?: (model: ModelRecord) => readonly string[];
}

/** Maximum number of recent models shown. */
const maxRecent = 6;

/** How well models fit a route, cached by record: a list of thousands asks at every key stroke. */
const fits = new Map<RouteId, WeakMap<ModelRecord, number>>();

function fitFor(model: ModelRecord, routeId: RouteId): number {
  const ofRoute = fits.get(routeId) ?? new WeakMap<ModelRecord, number>();
  fits.set(routeId, ofRoute);
  const fit = ofRoute.get(model) ?? fitOf(model, routeId);
  ofRoute.set(model, fit);
  return fit;
}

/**
 * Returns the rows of the picker, best matches first within each section. The typed text is always a choice, unless a
 * model has exactly that name: the listing may be wrong.
 */
export function modelRows({ models, query, recents = [], routeId, except = [], usesOf }: ChoiceQuestion): ModelRow[] {
  const typed = query.trim();
  const byId = new Map(models.map((model) => [model.id, model]));
  const lowered = typed.toLowerCase();
  const begins = (word: string) => word.toLowerCase().startsWith(lowered);
  const wanted = routeId && capabilityOfRoute(routeId) !== null ? routeId : null;
  const worth = (model: ModelRecord) => (wanted ? fitFor(model, wanted) : 0);
  const isFit = (id: string) => !wanted || fitOf(byId.get(id) ?? { id, endpoints: [] }, wanted) > 0;
  const isOffered = (id: string) => !except.includes(id);
  const asked = recents.filter((id) => isOffered(id) && (typed === '' || fuzzyMatch(typed, id) !== null));
  const recent = asked.filter(isFit).slice(0, maxRecent);
  const taken = new Set(recent);
  const byName = fuzzyRank(typed, models, ({ id }) => id).map(({ item }) => item);
  // A single letter begins too many words to be useful.
  const byUse = typed.length > 1 && usesOf ? models.filter((model) => usesOf(model).some(begins)) : [];
  const found = [...new Set([...byName, ...byUse])].filter(({ id }) => isOffered(id) && !taken.has(id));
  const fitting = found.filter((model) => worth(model) > 0);
  // An id that no listing contains is found nowhere else.
  const unlisted = asked.filter((id) => !taken.has(id) && !byId.has(id));
  const sections: [ChoiceSection, { id: string; model: ModelRecord | null }[]][] = [
    ['recent', recent.map((id) => ({ id, model: byId.get(id) ?? null }))],
    ['fitting', fitting.toSorted((first, second) => worth(second) - worth(first)).map(withId)],
    [
      wanted ? 'unfit' : 'others',
      [...unlisted.map((id) => ({ id, model: null })), ...found.filter((model) => worth(model) === 0).map(withId)],
    ],
  ];
  const filled = sections.filter(([, choices]) => choices.length > 0);
  const rows = filled.flatMap(([section, choices]): ModelRow[] => [
    ...(filled.length > 1 || section === 'unfit' ? [{ kind: 'caption', section } as const] : []),
    ...choices.map((choice) => ({ kind: 'choice', section, ...choice }) as const),
  ]);
  const isKnown = byId.has(typed) || asked.includes(typed);
  return typed && !isKnown && isOffered(typed)
    ? [...rows, { kind: 'choice', section: 'typed', id: typed, model: null }]
    : rows;
}

const withId = (model: ModelRecord) => ({ id: model.id, model });

/** Returns what Enter selects while something is typed: the model with exactly that name, else the first match. */
export const bestOf = (choices: readonly ModelChoice[], query: string): ModelChoice | undefined =>
  choices.find(({ id, section }) => id === query.trim() && section !== 'typed') ?? choices[0];

export const rowKey = (row: ModelRow): string =>
  row.kind === 'caption' ? `caption ${row.section}` : `${row.section} ${row.id}`;

export const isChoice = (row: ModelRow): row is ModelChoice => row.kind === 'choice';

/** Several models at once, where a panel sends one request to each. */
export interface SeveralModels {
  /** In the order in which they were selected; the first is the one in the model socket. */
  ids: readonly string[];
  onIdsChange: (ids: readonly string[]) => void;
  /** The most that can be selected. */
  most: number;
}

/** Returns the selection with a model added or removed; one always stays. */
export function toggledModels(several: SeveralModels | undefined, id: string): readonly string[] {
  if (!several) return [id];
  const { ids, most } = several;
  if (ids.includes(id)) return ids.length > 1 ? ids.filter((other) => other !== id) : ids;
  return ids.length < most ? [...ids, id] : ids;
}
