import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/common.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

export const texts = (count: number) => plural(count, 'text', 'texts');

/** Strings of the views of vectors: the map, similarity and cleanup. */
export const views = {
  map: {
    title: 'Map',
    label: (points: number, groups: number, column: string | null) =>
      column !== null
        ? `Map of ${texts(points)}, colored by ${column}`
        : `Map of ${texts(points)}${groups > 0 ? ` in ${plural(groups, 'cluster', 'clusters')}` : ''}`,
    keys: 'Arrow keys move between texts, Enter selects, plus and minus zoom, 0 fits the map, Escape clears the selection. Drag to draw a lasso; hold Shift to pan.',
    layout: 'Layout',
    search: 'Search the map',
    searchPlaceholder: 'Filter, Enter to rank',
    searchHint: 'Filters as you type. Press Enter to embed the query (one request) and rank the nearest texts.',
    clearSearch: 'Clear search',
    searchElsewhere: (name: string) => `These vectors are from ${name}. Switch back to it to search by meaning.`,
    searching: 'Embedding the query',
    dismiss: 'Dismiss',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit map',
    preparing: 'Projecting…',
    empty: 'The map appears when embedding finishes.',
    nothing: 'No vectors yet, so there is no map.',
    failed: (message: string) => `The map can’t be created: ${message}. The table and exports still work.`,
    laying: (share: string) => `UMAP ${share}`,
    nearing: (share: string) => `Finding neighbors… ${share}`,
    spread: (share: string) => `PCA, ${share} of variance explained`,
    umapFacts: 'UMAP keeps neighborhoods; long distances mean little',
    umapFailed: (message: string) => `· UMAP failed: ${message}`,
    overlaid: (share: string) => `· alignment of the second model ${share}`,
    noVector: {
      message: 'The gateway returned no usable vector for this query.',
      hint: 'View the response in Wire, or try another query.',
    },
    umap: {
      title: 'UMAP settings',
      neighbors: 'Fewer show details, more show the overall shape.',
      minDist: 'Larger values spread the texts of a cluster.',
    },
    legend: 'Legend',
    colorBy: 'Color by',
    byCluster: 'Cluster',
    columns: 'Columns',
    rest: { other: 'Other values', none: 'No value' },
    withoutNumber: (count: number) => `${formatCount(count)} without a number`,
    clustersAuto: (count: number) => `Auto: ${plural(count, 'cluster', 'clusters')}`,
    clustersFound: 'Auto',
    clusterNumber: (count: string) => `${count} clusters`,
    clusterName: (number: number) => `Cluster ${number}`,
    chosen: (count: number, of: number) => `${formatCount(count)} of ${formatCount(of)} selected`,
    ranked: (query: string) => `Nearest to “${query}”`,
    at: (number: number, text: string) => `Text ${number}: ${text}`,
    focus: 'Selected text',
    wire: common.viewRequest,
    close: common.close,
    nearest: (count: number, together: number, cluster: string) =>
      together === count
        ? `All ${formatCount(count)} nearest neighbors are in “${cluster}”`
        : `${formatCount(together)} of ${formatCount(count)} nearest neighbors are in “${cluster}”`,
  },
  side: {
    title: 'Similarity',
    matrix: 'Matrix',
    nearest: 'Neighbors',
    cleanup: 'Cleanup',
    second: 'Compare',
    waiting: 'Waiting for vectors…',
    nothing: 'No text has a vector yet.',
    tooMany: (count: number, most: number) =>
      `The matrix shows up to ${formatCount(most)} of ${texts(count)}. Select some with the lasso, a cluster or a search.`,
    tooFew: 'The matrix needs at least two texts.',
    matrixOf: (count: number) => `Cosine similarity of ${texts(count)}, sorted by cluster`,
    matrixKeys: 'Arrow keys move between cells, Enter selects the text of the row.',
    pair: (one: number, other: number) => `cosine of texts ${formatCount(one)} and ${formatCount(other)}`,
    closest: (mean: string) => `closest pair · mean ${mean}`,
    chooseOne: 'Select a text on the map or in the table to see its neighbors.',
    nearestOne: 'cosine to the nearest text',
    nearestTo: (text: string) => `Neighbors of: ${text}`,
    nearestToQuery: (query: string) => `Nearest to “${query}”`,
  },
  cleanup: {
    title: 'Texts to clean up',
    duplicates: 'Near-duplicates',
    outliers: 'Outliers',
    searching: (share: string) => `Comparing all pairs… ${share}`,
    failed: (message: string) => `The pairs can’t be compared: ${message}.`,
    found: (count: number, groups: number) =>
      `${count === 1 ? 'text' : 'texts'} in ${plural(groups, 'group', 'groups')} of near-duplicates`,
    amongNearest: 'Each text is compared with its 15 nearest neighbors.',
    floor: (cosine: string) => `Only the 20,000 closest pairs are listed, down to ${cosine}.`,
    closest: (cosine: string) => `The closest pair has ${cosine}. Lower the threshold to list it.`,
    threshold: 'Threshold',
    select: 'Select all',
    selectRepeats: 'Select repeats',
    copy: 'Copy as table',
    copied: common.copied,
    copyFailed: 'Copying failed',
    export: 'CSV',
    groups: 'Groups of near-duplicates',
    group: (count: number, least: string, most: string) =>
      least === most ? `${texts(count)} · cosine ${most}` : `${texts(count)} · cosine ${least} to ${most}`,
    more: (count: number) => `${formatCount(count)} more`,
    leastMean: 'lowest mean similarity to all others',
    overall: (mean: string) => `Mean of all texts ${mean}. A low value marks a text unlike the rest.`,
  },
  second: {
    first: 'Embed the texts with one model first.',
    about: 'Embed the same texts with another model to see where the two disagree.',
    choose: 'Compare with another model…',
    wait: 'Wait until the current run finishes.',
    noConnection: 'Connect a gateway first.',
    remove: 'Remove',
    running: (settled: number, total: number) =>
      `${formatCount(settled)} of ${formatCount(total)} embedded with the second model`,
    waiting: 'Waiting for vectors from the second model…',
    comparing: (share: string) => `Comparing neighbors… ${share}`,
    agreement: (k: number) => `neighbor overlap (k = ${k})`,
    alignment: (fit: string) => `Alignment of the PCA maps (Procrustes) ${fit}`,
    noneChanged: 'Both models find the same neighbors for every text.',
    pairs: 'Largest rank changes',
    ranks: (first: string, firstCosine: string, second: string, secondCosine: string) =>
      `rank ${first} to ${second} (cosine ${firstCosine} to ${secondCosine})`,
    moved: (places: number) => `${plural(places, 'place', 'places')}: `,
  },
};
