import { create } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { useModelMarks } from '../../lib/gateway/models/model-marks.ts';
import { type CatalogueFilter, catalogueOf, emptyFilter, facetsOf, filterCatalogue } from './catalogue.ts';

interface ModelsState {
  filter: CatalogueFilter;
  /** The model whose record is shown. */
  chosen: string | null;
}

/** What is looked for, and what is looked at. It outlives the panel, not the page: another day asks another question. */
export const useModelsStore = create<ModelsState>(() => ({ filter: emptyFilter, chosen: null }));

export const setFilter = (change: Partial<CatalogueFilter>): void =>
  useModelsStore.setState(({ filter }) => ({ filter: { ...filter, ...change } }));

export const chooseModel = (chosen: string | null): void => useModelsStore.setState({ chosen });

/** Ticks a choice of a group of filters, or takes the tick away. */
export const turned = <T>(chosen: readonly T[], value: T): T[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];

/** The catalogue of the connection in use. `list` is absent until it was read, which is the first moment of the page. */
export function useCatalogue() {
  const { ready, connection, key } = useActive();
  const { data: list, error } = useModels(connection?.id, key?.id);
  const marks = useModelMarks(connection?.id);
  const filter = useModelsStore((state) => state.filter);
  const all = list ? catalogueOf(list, marks) : [];
  return {
    ready,
    connection,
    key,
    list,
    error,
    marks,
    all,
    rows: filterCatalogue(all, filter),
    facets: facetsOf(all),
    filter,
  };
}
