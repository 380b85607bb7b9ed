import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clusters, Slot } from '../../../lib/vectors/analysis.ts';
import type { NeighborhoodChange } from '../../../lib/vectors/changed-pairs.ts';
import { joinRows } from '../../../lib/vectors/float-file.ts';
import type { Nearest, Ranked } from '../../../lib/vectors/nearest.ts';
import type { OpenAnalysis } from '../../../lib/vectors/open-analysis.ts';
import { procrustes } from '../../../lib/vectors/procrustes.ts';
import type { SimilarPairs } from '../../../lib/vectors/similar-pairs.ts';
import type { UmapSettings } from '../../../lib/vectors/umap.ts';
import type { ModelRun } from '../model/lab.ts';
import { comparablePlaces } from '../model/run-facts.ts';

export type Layout = 'pca' | 'umap';

/** A two-dimensional layout of the corpus. */
export interface Flat {
  /** x and y by row. */
  base: Float32Array;
  /** The second model, aligned to the first. */
  overlay: { map: Float32Array; rest: number } | null;
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
  hasOverlay: boolean;
  layout: Layout;
  maps: Partial<Record<Layout, Flat>>;
  /** Progress of the UMAP layout, 0 to 1; `null` while none is computed. */
  umapShare: number | null;
  /** `null`: the number that separates the texts best. */
  clusterCount: number | null;
  clusters: Clusters | null;
  nearest: Nearest | null;
  nearestShare: number | null;
  changes: NeighborhoodChange | null;
  /** Progress of comparing the two models, 0 to 1; `null` while nothing is compared. */
  changesShare: number | null;
  /** The most similar pairs, and the mean similarity of each text to all others, by row; requested with `cleanUp`. */
  cleanup: { pairs: SimilarPairs; means: Float32Array } | null;
  cleanupShare: number | null;
  cleanupFailed: string | null;
}

const nothing: AnalysisState = {
  stage: 'none',
  message: '',
  places: [],
  rowOf: new Int32Array(0),
  hasOverlay: false,
  layout: 'pca',
  maps: {},
  umapShare: null,
  clusterCount: null,
  clusters: null,
  nearest: null,
  nearestShare: null,
  changes: null,
  changesShare: null,
  cleanup: null,
  cleanupShare: null,
  cleanupFailed: null,
};

export interface AnalysisStore extends StoreApi<AnalysisState> {
  /** Analyzes these vectors; does nothing when they are the current ones. */
  analyze(base: ModelRun | null, overlay: ModelRun | null, texts: readonly string[]): void;
  layOut(layout: Layout): void;
  /** Computes the UMAP layout again with the current settings; the previous one stays until it is there. */
  layOutAgain(): void;
  /** Finds near-duplicates and outliers, once per set of vectors. */
  cleanUp(): void;
  cluster(count: number | null): void;
  /** Returns the texts nearest to a text, or to a vector of length 1 of the same model; by text index. */
  findNearest(to: number | Float32Array, count: number, slot?: Slot): Promise<Ranked[]>;
  /** Returns where a vector of length 1 of the same model is on the PCA map. */
  placeOf(vector: Float32Array): Promise<[x: number, y: number]>;
  /** Returns the cosines between texts, by text index, row by row. */
  matrix(places: readonly number[]): Promise<Float32Array>;
}

/** How many of the changed pairs are shown. */
const changedCount = 60;
/** Most similar pairs that are listed: more than anybody reads, and a threshold among them is applied at once. */
const pairLimit = 20_000;

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
  const chosenLayout = () => chosen().layout;
  const store = createStore<AnalysisState>(() => ({ ...nothing, layout: chosenLayout() }));
  let open: OpenAnalysis | null = null;
  let laying: AbortController | null = null;
  let currentBase: unknown;
  let currentOverlay: unknown;

  const begin = async (
    base: ModelRun,
    overlay: ModelRun | null,
    places: readonly number[],
    texts: readonly string[],
  ) => {
    const analysis = openAnalysis();
    open = analysis;
    const { clusterCount } = store.getState();
    const layout = chosenLayout();
    const rowOf = new Int32Array(texts.length).fill(-1);
    for (const [row, place] of places.entries()) rowOf[place] = row;
    const put = (by: Partial<AnalysisState>) => open === analysis && store.setState(by);
    store.setState({ ...nothing, stage: 'laying', places, rowOf, clusterCount }, true);
    try {
      const first = await analysis.load({ slot: 'base', rows: rowsOf(base, places), texts: textsAt(places, texts) });
      put({ stage: 'ready', maps: { pca: { base: first.map, overlay: null, shares: first.shares } } });
      put({ clusters: await analysis.clusters({ slot: 'base', count: clusterCount }) });
      if (open === analysis) void setOverlay(analysis, overlay, texts, layout);
      const nearest = await analysis.nearest({ slot: 'base' }, (nearestShare) => put({ nearestShare }));
      put({ nearest, nearestShare: null });
    } catch (thrown) {
      put({ stage: 'failed', message: wordsOf(thrown), nearestShare: null });
    }
  };

  /** Lays a second model over the first, or removes it; the analysis of the first one stays. */
  const setOverlay = async (
    analysis: OpenAnalysis,
    overlay: ModelRun | null,
    texts: readonly string[],
    layout: Layout,
  ) => {
    currentOverlay = overlay?.items;
    laying?.abort();
    laying = null;
    const isCurrent = () => open === analysis && currentOverlay === overlay?.items;
    store.setState(({ maps }) => ({
      hasOverlay: overlay !== null,
      changes: null,
      changesShare: null,
      umapShare: null,
      maps: maps.pca ? { pca: { ...maps.pca, overlay: null } } : {},
    }));
    try {
      if (overlay) {
        const { places } = store.getState();
        const rows = rowsOf(overlay, places);
        const second = await analysis.load({ slot: 'overlay', rows, texts: textsAt(places, texts) });
        if (!isCurrent()) return;
        store.setState(({ maps: { pca } }) => ({
          maps: pca ? { pca: { ...pca, overlay: procrustes(pca.base, second.map) } } : {},
        }));
      }
      if (layout === 'umap') void layUmap(analysis);
      if (!overlay) return;
      const changes = await analysis.changes(
        { count: changedCount },
        (changesShare) => isCurrent() && store.setState({ changesShare }),
      );
      if (isCurrent()) store.setState({ changes, changesShare: null });
    } catch (thrown) {
      if (isCurrent()) store.setState({ message: wordsOf(thrown), changesShare: null });
    }
  };

  const layUmap = async (analysis: OpenAnalysis, isAgain = false) => {
    const { maps, umapShare, hasOverlay, places } = store.getState();
    if (places.length < minTextsForUmap) return;
    store.setState({ layout: 'umap' });
    if (!isAgain && (maps.umap || umapShare !== null)) return;
    laying?.abort();
    const settings = chosen().umap;
    const stop = new AbortController();
    laying = stop;
    const isCurrent = () => laying === stop && open === analysis;
    const notify = (umapShare: number) => isCurrent() && store.setState({ umapShare });
    notify(0);
    const parts = hasOverlay ? 2 : 1;
    const lay = async (slot: Slot, part: number) => {
      const nearest = await analysis.nearest({ slot, count: settings.neighbors }, () => {});
      const reduced = await analysis.reduced({ slot });
      return analysis.umap({ reduced, nearest, settings }, (share) => notify((part + share) / parts), stop.signal);
    };
    try {
      const base = await lay('base', 0);
      const overlay = hasOverlay ? procrustes(base, await lay('overlay', 1)) : null;
      if (isCurrent())
        store.setState((state) => ({
          umapShare: null,
          maps: { ...state.maps, umap: { base, overlay, shares: null } },
        }));
    } catch (thrown) {
      if (isCurrent()) store.setState({ umapShare: null, layout: 'pca', message: wordsOf(thrown) });
    }
  };

  const analysis = () => {
    if (!open) throw new Error('there are no vectors to look at');
    return open;
  };

  return {
    ...store,
    analyze(base, overlay, texts) {
      const places = base ? comparablePlaces(base, overlay) : [];
      const isSameBase = open !== null && base?.items === currentBase && isSamePlaces(places, store.getState().places);
      if (isSameBase && open && store.getState().clusters) {
        if (overlay?.items !== currentOverlay) void setOverlay(open, overlay, texts, store.getState().layout);
        return;
      }
      currentBase = base?.items;
      currentOverlay = overlay?.items;
      laying?.abort();
      laying = null;
      open?.close();
      open = null;
      const { clusterCount } = store.getState();
      if (base && places.length > 0) void begin(base, overlay, places, texts);
      // The vectors of this run may still arrive, so the selected view settings are kept.
      else store.setState({ ...nothing, ...(base && { clusterCount }), layout: chosenLayout() }, true);
    },
    layOut(layout) {
      if (layout === 'umap') {
        if (open) void layUmap(open);
        return;
      }
      laying?.abort();
      laying = null;
      store.setState({ layout, umapShare: null });
    },
    layOutAgain: () => open && void layUmap(open, true),
    cleanUp() {
      const worker = open;
      const { cleanup, cleanupShare } = store.getState();
      if (!worker || cleanup || cleanupShare !== null) return;
      const put = (by: Partial<AnalysisState>) => open === worker && store.setState(by);
      put({ cleanupShare: 0, cleanupFailed: null });
      const notify = (share: number) => put({ cleanupShare: share });
      Promise.all([worker.pairs({ slot: 'base', limit: pairLimit }, notify), worker.means({ slot: 'base' })])
        .then(([pairs, means]) => put({ cleanup: { pairs, means }, cleanupShare: null }))
        .catch((thrown: unknown) => put({ cleanupFailed: wordsOf(thrown), cleanupShare: null }));
    },
    cluster(clusterCount) {
      store.setState({ clusterCount });
      const worker = analysis();
      void worker.clusters({ slot: 'base', count: clusterCount }).then((clusters) => {
        if (open === worker && store.getState().clusterCount === clusterCount) store.setState({ clusters });
      });
    },
    async findNearest(to, count, slot = 'base') {
      const { rowOf, places } = store.getState();
      const row = typeof to === 'number' ? (rowOf[to] ?? -1) : to;
      if (row === -1) return [];
      const found = await analysis().near({ slot, to: row, count });
      return found.map(({ row: at, score }) => ({ row: places[at] as number, score }));
    },
    placeOf: (vector) => analysis().place({ slot: 'base', vector }),
    matrix: (places) => {
      const { rowOf } = store.getState();
      return analysis().matrix({ slot: 'base', places: places.map((place) => rowOf[place] as number) });
    },
  };
}

const rowsOf = (run: ModelRun, places: readonly number[]) =>
  joinRows(places.map((place) => run.items[place]?.vector as Float32Array));

const textsAt = (places: readonly number[], texts: readonly string[]) => places.map((place) => texts[place] as string);

const wordsOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));

const isSamePlaces = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((place, row) => place === other[row]);
