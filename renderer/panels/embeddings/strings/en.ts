import { formatCount } from '#shared/format.ts';
import type { EmbedBatch } from '../../../lib/corpus/embed-texts.ts';
import { common } from '../../../lib/i18n/strings/common.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';
import type { VectorFacts, VectorVerdict } from '../../../lib/vectors/vector-facts.ts';

const texts = (count: number) => plural(count, 'text', 'texts');

const batchStates: Record<EmbedBatch['state'], string> = {
  done: 'Completed',
  short: 'Missing vectors',
  split: 'Rejected, split',
  failed: 'Failed',
  stopped: 'Stopped',
};

const verdicts: Record<VectorVerdict, string> = {
  none: 'No vectors',
  zero: 'Zero vectors',
  'all-equal': 'All identical',
  'mixed-dimensions': 'Mixed dimensions',
  fewer: 'Missing vectors',
  'some-equal': 'Duplicate vectors',
  unnormalized: 'Not normalized',
  sound: 'Normalized',
};

/** The problem, if any, and the figures. */
function verdictLabels(verdict: VectorVerdict, facts: VectorFacts, encoding: string | null): string {
  const { zero, equal, dimensions, leastNorm, greatestNorm, vectors, texts: count } = facts;
  const trouble: Record<VectorVerdict, string> = {
    none: 'No text has a vector.',
    zero: `${formatCount(zero)} of ${formatCount(vectors)} vectors contain only zeros and can’t be compared. `,
    'all-equal': 'All vectors are identical although the texts differ. The model may ignore its input. ',
    'mixed-dimensions': `The vectors differ in size (${dimensions.slice(0, 4).join(', ')}). Only those with ${dimensions[0]} dimensions are compared. `,
    fewer: `${plural(vectors, 'vector', 'vectors')} for ${texts(count)}. `,
    'some-equal': `${plural(equal, 'vector is a duplicate', 'vectors are duplicates')} of another text’s vector. `,
    unnormalized: 'Not unit length: use cosine similarity, not the dot product. ',
    sound: '',
  };
  if (vectors === 0) return trouble.none;
  const length =
    greatestNorm - leastNorm < 0.0005
      ? `norm ${((leastNorm + greatestNorm) / 2).toFixed(4)}`
      : `norm ${leastNorm.toFixed(4)} to ${greatestNorm.toFixed(4)}`;
  const format = encoding ? `, ${encoding}` : '';
  const rest = verdict === 'sound' ? ' No zero or duplicate vectors.' : '';
  return `${trouble[verdict]}${formatCount(dimensions[0] ?? 0)} dimensions${format}, ${length}.${rest}`;
}

/** Strings of the Embeddings panel. */
export const embeddings = {
  title: 'Embeddings',
  opening: 'Opening the texts…',
  noConnectionBody: 'Connect a gateway to embed texts, or try the demo gateway without a key.',
  drop: 'Drop a text file',
  dropHint: 'Plain lines, CSV with a header row, or JSONL',
  ofTexts: (done: number, count: number) => `${formatCount(done)} of ${formatCount(count)}`,
  saved: {
    conflict: 'These texts were changed in another window. Your version is kept as a copy.',
    'save-failed': 'Saving failed; retrying. Your texts and vectors are kept on this page.',
    'vectors-lost': 'Some saved vectors can’t be read. Resume embeds those texts again.',
  },
  list: {
    title: 'Texts',
    empty: 'Your texts appear here, one per row.',
    add: 'New texts',
    kept: 'Saved texts',
    noneKept: 'No saved texts yet',
    untitled: 'Untitled texts',
    vectorsOf: (done: number, count: number) => `${formatCount(done)} of ${formatCount(count)} vectors`,
    remove: 'Delete these texts…',
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeBody: 'The texts and their vectors are deleted. The requests stay in Wire.',
    removeNow: common.remove,
    cancel: common.cancel,
    failed: 'no vector',
  },
  embed: {
    all: (count: number) => (count === 0 ? 'Embed' : `Embed ${texts(count)}`),
    rest: (count: number) => `Resume: ${formatCount(count)} left`,
    stop: 'Stop',
    waiting: 'Loading connections…',
    noConnection: 'Connect a gateway first.',
    noTexts: 'Add texts or load the sample data first.',
    reading: 'Reading the texts…',
    noModel: 'Select a model first.',
    allThere: (count: number) =>
      `All ${texts(count)} ${count === 1 ? 'has a vector' : 'have vectors'} from this model.`,
    replaces: (vectors: number, from: string, model: string) =>
      `The ${plural(vectors, 'vector', 'vectors')} from ${from} will be replaced with vectors from ${model}.`,
    on: (model: string, connection: string) => `${model} on ${connection}`,
    sized: (model: string, dimensions: number | null) =>
      `${model} with ${dimensions === null ? 'default' : formatCount(dimensions)} dimensions`,
  },
  texts: {
    title: 'Texts to embed',
    source: 'Texts',
    placeholder: 'Paste texts, one per line, or CSV or JSONL…',
    pasted: 'Pasted texts',
    kind: 'Read as',
    kinds: { auto: 'Auto', lines: 'Plain lines', csv: 'CSV', jsonl: 'JSONL' },
    browse: 'Browse…',
    sample: 'Load sample data',
    toMap: 'Back to the map',
    clear: 'Clear',
    dismiss: 'Dismiss',
    oneFile: 'Drop one file at a time. Nothing was imported.',
    idleTitle: 'Turn texts into a map',
    idleBody: 'Embed your texts, then explore them as a map, a similarity matrix or a table.',
    idleWays: [
      'Paste or type texts, one per line.',
      'Drop a CSV file with a header row and select the text column.',
      'Drop a JSONL file of strings, or of objects with a text field.',
      'Or load the sample: 60 support questions in 6 topics.',
    ],
    understood: (count: number, kind: string) => `${texts(count)} · ${kind}`,
    sizes: (longest: string, requests: number) =>
      `Longest: ${longest} ${longest === '1' ? 'character' : 'characters'}. ${plural(requests, 'request', 'requests')} in total.`,
    column: 'Text column',
    first: 'Preview',
    problems: (count: number) => plural(count, 'problem', 'problems'),
    line: (line: number) => `Line ${line}`,
    foot: 'Press Ctrl Enter to embed. Vectors are saved.',
  },
  parameters: {
    title: 'Parameters',
    valueMissing: 'Enter a value, or it is not sent.',
    placeholders: { encoding: '', dimensions: 'model default', user: 'end-user ID' },
    hints: {
      encoding: 'All formats are read. Few models return int8 or uint8.',
      dimensions: 'Supported by some models only.',
      user: '',
    },
    items: 'Batch size',
    characters: 'Max characters',
    atOnce: 'Concurrency',
    calls: (requests: number, missing: string) =>
      missing === '0'
        ? `All texts are embedded. Embedding them again takes ${plural(requests, 'request', 'requests')}.`
        : `${plural(requests, 'request', 'requests')} for ${missing} ${missing === '1' ? 'text' : 'texts'}`,
  },
  batches: {
    title: 'Batches',
    tokens: (count: string) => `${count} ${count === '1' ? 'token' : 'tokens'}`,
    tokensOf: (count: string, counted: number, all: number) =>
      `${count} tokens, reported by ${formatCount(counted)} of ${formatCount(all)} responses`,
    tokensEstimated: (count: string) => `about ${count} tokens`,
    requestTime: (time: string) => `request time ${time}`,
    requestTimeHint: 'The sum of all request durations. Requests run concurrently, so the run itself is shorter.',
    texts,
    range: (first: number, last: number) =>
      first === last ? formatCount(first) : `${formatCount(first)} to ${formatCount(last)}`,
    states: batchStates,
    open: common.viewRequest,
  },
  run: {
    preparing: 'Sending the first batch…',
    progress: (settled: number, total: number) => `${formatCount(settled)} of ${formatCount(total)} embedded`,
    progressLabel: 'Embedding',
    resume: (count: number) => `Resume: ${formatCount(count)} left`,
    stopped: (count: number) => `Stopped. ${texts(count)} without a vector. Vectors received so far are kept.`,
    refused: (count: number, why: string) => `${texts(count)} rejected. ${why}`,
    omitted: (count: number) => `The gateway returned no vector for ${texts(count)}.`,
    embedded: (count: number) => `${formatCount(count)} embedded.`,
    emptyRun: (model: string, kept: number, before: string) =>
      `${model} returned no vector. The ${plural(kept, 'vector', 'vectors')} from ${before} ${kept === 1 ? 'is' : 'are'} kept.`,
    missing: (count: number) => `${texts(count)} without a vector.`,
    odd: 'Non-standard response, parsed anyway.',
    settled: (count: number, left: number) =>
      left === 0 ? `Embedded ${texts(count)}.` : `Embedding ended. ${texts(left)} without a vector.`,
  },
  map: {
    title: 'Map',
    label: (points: number, column: string | null) =>
      `Map of ${texts(points)}${column === null ? '' : `, colored by ${column}`}`,
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
    noVector: {
      message: 'The gateway returned no usable vector for this query.',
      hint: 'View the response in Wire, or try another query.',
    },
    umap: {
      title: 'UMAP settings',
      neighbors: 'Fewer show details, more show the overall shape.',
      minDist: 'Larger values spread the texts of a group.',
    },
    legend: 'Legend',
    colorBy: 'Color by',
    noColor: 'One color',
    rest: { other: 'Other values', none: 'No value' },
    withoutNumber: (count: number) => `${formatCount(count)} without a number`,
    chosen: (count: number, of: number) => `${formatCount(count)} of ${formatCount(of)} selected`,
    ranked: (query: string) => `Nearest to “${query}”`,
    at: (number: number, text: string) => `Text ${number}: ${text}`,
    focus: 'Selected text',
    wire: common.viewRequest,
    close: common.close,
    nearest: (count: number, together: number, group: string) =>
      together === count
        ? `All ${formatCount(count)} nearest neighbors are in “${group}”`
        : `${formatCount(together)} of ${formatCount(count)} nearest neighbors are in “${group}”`,
  },
  side: {
    title: 'Similarity',
    matrix: 'Matrix',
    nearest: 'Neighbors',
    pairView: 'Pair',
    waiting: 'Waiting for vectors…',
    nothing: 'No text has a vector yet.',
    tooMany: (count: number, most: number) =>
      `The matrix shows up to ${formatCount(most)} of ${texts(count)}. Select some with the lasso, a group or a search.`,
    tooFew: 'The matrix needs at least two texts.',
    matrixOf: (count: number) => `Cosine similarity of ${texts(count)}`,
    matrixKeys: 'Arrow keys move between cells, Enter selects the text of the row.',
    pair: (one: number, other: number) => `cosine of texts ${formatCount(one)} and ${formatCount(other)}`,
    closest: (mean: string) => `closest pair · mean ${mean}`,
    chooseOne: 'Select a text on the map or in the table to see its neighbors.',
    nearestOne: 'cosine to the nearest text',
    nearestTo: (text: string) => `Neighbors of: ${text}`,
    nearestToQuery: (query: string) => `Nearest to “${query}”`,
  },
  pair: {
    first: 'First text',
    second: 'Second text',
    empty: 'Select a text',
    hint: 'Select one of the two, then a text in the list, the table or on the map.',
    cosine: 'cosine similarity',
    undefined: 'undefined: one vector has length 0, or their dimensions differ',
    missing: 'One of the texts has no vector yet.',
    lengths: 'Vector lengths',
    dot: 'Dot product',
    distance: 'Euclidean distance',
  },
  verdict: {
    short: verdicts,
    long: verdictLabels,
    running: 'Embedding…',
    edit: 'Edit texts',
  },
  table: {
    title: 'Vectors',
    empty: 'No matches.',
    columns: {
      place: '#',
      text: 'Text',
      dimensions: 'Dim.',
      norm: 'Norm',
      tokens: 'Tokens',
      nearest: 'Nearest',
      cosine: 'Cosine',
    },
    sortBy: (column: string) => `Sort by ${column}`,
    toQuery: 'Similarity',
    share: 'Estimated: the gateway reports tokens per request, split here by text length.',
  },
  exports: {
    title: 'Export',
    kinds: {
      csv: 'CSV (metadata, coordinates, vectors)',
      jsonl: 'JSONL (one object per text)',
      npy: 'NPY (vectors for NumPy)',
    },
    saved: (name: string) => `Saved ${name}`,
    failed: 'Export failed',
  },
};
