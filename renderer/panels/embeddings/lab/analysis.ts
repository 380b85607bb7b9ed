import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { joinRows } from '../../../lib/vectors/float-file.ts';
import type { Nearest, Ranked } from '../../../lib/vectors/nearest.ts';
import { type OpenAnalysis, openAnalysis } from '../../../lib/vectors/open-analysis.ts';
import type { UmapSettings } from '../../../lib/vectors/umap.ts';
import { comparablePlaces, type ModelRun } from '../corpus.ts';
import type { SortColumn } from './table-rows.ts';

export type Layout = 'pca' | 'umap';

/** A two-dimensional layout of the corpus. */
export interface Flat {
  /** x and y by row. */
  map: Float32Array;
  /** The share of the total variance in x and y; `null` where that has no meaning. */
  shares: [number, number] | null;
}

export interface AnalysisState {
  stage: 'none' | 'laying' | 'ready' | 'failed';
  /** Why it failed. */
  message: string;
  /** The text index of each row. */
  places: readonly number[];
  /** The row of each text; `-1` where it has none. */
  rowOf: Int32Array;
  layout: Layout;
  maps: Partial<Record<Layout, Flat>>;
  /** Progress of the UMAP layout, 0 to 1; `null` while none is computed. */
  umapShare: number | null;
  nearest: Nearest | null;
  nearestShare: number | null;
}

const nothing: AnalysisState = {
  stage: 'none',
  message: '',
  places: [],
  rowOf: new Int32Array(0),
  layout: 'pca',
  maps: {},
  umapShare: null,
  nearest: null,
  nearestShare: null,
};

export interface AnalysisStore extends StoreApi<AnalysisState> {
  /** Analyzes the vectors of a run of so many texts; does nothing when they are the current ones. */
  analyze(run: ModelRun | null, texts: number): void;
  layOut(layout: Layout): void;
  /** Computes the UMAP layout again with the current settings; the previous one stays until it is there. */
  layOutAgain(): void;
  /** Returns the texts nearest to a text, or to a vector of length 1 of the same model; by text index. */
  findNearest(to: number | Float32Array, count: number): Promise<Ranked[]>;
  /** Returns where a vector of length 1 of the same model is on the PCA map. */
  placeOf(vector: Float32Array): Promise<[x: number, y: number]>;
  /** Returns the cosines between texts, by text index, row by row. */
  matrix(places: readonly number[]): Promise<Float32Array>;
}

/** Neighbors of each text that are found at once, the nearest of them for the table. */
const neighborCount = 15;

/** UMAP needs a neighborhood; fewer texts do not form one. */
export const minTextsForUmap = 5;

/**
 * @param openAnalysis opens the worker; one per set of vectors, so that an outdated analysis ends at once.
 * @param chosen the layout the user selected and its settings, also for vectors still to come.
 */
export function createAnalysisStore(
  openAnalysis: () => OpenAnalysis,
  chosen: () => { layout: Layout; umap: UmapSettings },
): AnalysisStore {
  const store = createStore<AnalysisState>(() => ({ ...nothing, layout: chosen().layout }));
  let open: OpenAnalysis | null = null;
  let laying: AbortController | null = null;
  let currentItems: unknown;

  const begin = async (run: ModelRun, places: readonly number[], texts: number) => {
    const analysis = openAnalysis();
    open = analysis;
    const rowOf = new Int32Array(texts).fill(-1);
    for (const [row, place] of places.entries()) rowOf[place] = row;
    const put = (by: Partial<AnalysisState>) => open === analysis && store.setState(by);
    store.setState({ ...nothing, stage: 'laying', places, rowOf }, true);
    try {
      const { map, shares } = await analysis.load(
        joinRows(places.map((place) => run.items[place]?.vector as Float32Array)),
      );
      put({ stage: 'ready', maps: { pca: { map, shares } } });
      if (open === analysis && chosen().layout === 'umap') void layUmap(analysis);
      const nearest = await analysis.nearest(neighborCount, (nearestShare) => put({ nearestShare }));
      put({ nearest, nearestShare: null });
    } catch (thrown) {
      put({ stage: 'failed', message: wordsOf(thrown), nearestShare: null });
    }
  };

  const stopLaying = () => {
    laying?.abort();
    laying = null;
  };

  const layUmap = async (analysis: OpenAnalysis, isAgain = false) => {
    const { maps, umapShare, places } = store.getState();
    if (places.length < minTextsForUmap) return;
    store.setState({ layout: 'umap' });
    if (!isAgain && (maps.umap || umapShare !== null)) return;
    stopLaying();
    const settings = chosen().umap;
    const stop = new AbortController();
    laying = stop;
    const put = (by: Partial<AnalysisState>) => laying === stop && open === analysis && store.setState(by);
    put({ umapShare: 0 });
    try {
      const nearest = await analysis.nearest(Math.max(neighborCount, settings.neighbors), () => {});
      const reduced = await analysis.reduced();
      const map = await analysis.umap(
        { reduced, nearest, settings },
        (share) => put({ umapShare: share }),
        stop.signal,
      );
      put({ umapShare: null, maps: { ...store.getState().maps, umap: { map, shares: null } } });
    } catch (thrown) {
      put({ umapShare: null, layout: 'pca', message: wordsOf(thrown) });
    }
  };

  const analysis = () => {
    if (!open) throw new Error('there are no vectors to look at');
    return open;
  };

  return {
    ...store,
    analyze(run, texts) {
      const places = run ? comparablePlaces(run) : [];
      const { stage, places: known } = store.getState();
      if (open && stage !== 'failed' && run?.items === currentItems && isSamePlaces(places, known)) return;
      currentItems = run?.items;
      stopLaying();
      open?.close();
      open = null;
      if (run && places.length > 0) void begin(run, places, texts);
      else store.setState({ ...nothing, layout: chosen().layout }, true);
    },
    layOut(layout) {
      if (layout === 'umap') {
        if (open) void layUmap(open);
        return;
      }
      stopLaying();
      store.setState({ layout, umapShare: null });
    },
    layOutAgain: () => open && void layUmap(open, true),
    async findNearest(to, count) {
      const { rowOf, places } = store.getState();
      const row = typeof to === 'number' ? (rowOf[to] ?? -1) : to;
      if (row === -1) return [];
      const found = await analysis().near({ to: row, count });
      return found.map(({ row: at, score }) => ({ row: places[at] as number, score }));
    },
    placeOf: (vector) => analysis().place(vector),
    matrix(places) {
      const { rowOf } = store.getState();
      return analysis().matrix(places.map((place) => rowOf[place] as number));
    },
  };
}

const wordsOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

const isSamePlaces = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((place, row) => place === other[row]);

let store: AnalysisStore | undefined;

/** Returns the analysis of the open corpus; it outlives the panel. */
export function analysis(): AnalysisStore {
  store ??= createAnalysisStore(openAnalysis, () => useEmbeddingsView.getState());
  return store;
}

export const useAnalysis = <T>(pick: (state: AnalysisState) => T): T => useStore(analysis(), pick);

interface EmbeddingsView {
  layout: Layout;
  umap: UmapSettings;
  /** The column of the texts that colors the points; `''`: none. */
  colorBy: string;
  sort: { column: SortColumn; descending: boolean };
}

/** View settings of map, table and lists; saved. */
export const useEmbeddingsView = persistedStore<EmbeddingsView>('embeddings.view', {
  layout: 'pca',
  umap: { neighbors: 15, minDist: 0.5 },
  colorBy: '',
  sort: { column: 'place', descending: false },
});
