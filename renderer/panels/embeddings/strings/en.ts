import { formatCount } from '#shared/format.ts';
import type { EmbedBatch } from '../../../lib/corpus/embed-texts.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';
import type { VectorFacts, VectorVerdict } from '../../../lib/vectors/vector-facts.ts';

const batchStates: Record<EmbedBatch['state'], string> = {
  done: 'done',
  short: 'vectors missing',
  split: 'refused, split',
  failed: 'failed',
  stopped: 'stopped',
};

const texts = (count: number) => plural(count, 'text', 'texts');

const verdicts: Record<VectorVerdict, string> = {
  none: 'no vectors',
  zero: 'zero vectors',
  'all-equal': 'all equal',
  'mixed-dimensions': 'mixed dimensions',
  fewer: 'vectors missing',
  'some-equal': 'equal vectors',
  unnormalised: 'not normalised',
  sound: 'normalised',
};

/** First what prevents using them, then the plain facts. */
function verdictLabels(verdict: VectorVerdict, facts: VectorFacts, encoding: string | null): string {
  const { zero, equal, dimensions, leastNorm, greatestNorm, vectors, texts: count } = facts;
  const trouble: Record<VectorVerdict, string> = {
    none: 'No text has a vector.',
    zero: `${formatCount(zero)} of ${formatCount(vectors)} vectors are all zeros: they have no direction and no likeness to anything. `,
    'all-equal': 'Every vector is the same, although the texts differ: the model did not read them. ',
    'mixed-dimensions': `The vectors have ${dimensions.length} sizes (${dimensions.slice(0, 4).join(', ')}); only those of ${dimensions[0]} are compared. `,
    fewer: `${formatCount(vectors)} vectors for ${texts(count)}. `,
    'some-equal': `${plural(equal, 'vector is', 'vectors are')} the same as that of another text. `,
    unnormalised: 'The vectors are not of length 1: a dot product is not their cosine. ',
    sound: '',
  };
  if (vectors === 0) return trouble.none;
  const length =
    greatestNorm - leastNorm < 0.0005
      ? `norm ${((leastNorm + greatestNorm) / 2).toFixed(4)}`
      : `norm ${leastNorm.toFixed(4)} to ${greatestNorm.toFixed(4)}`;
  const format = encoding ? `, came as ${encoding}` : '';
  const rest = verdict === 'sound' ? ', none zero, none equal' : '';
  return `${trouble[verdict]}${formatCount(dimensions[0] ?? 0)} dimensions${format}, ${length}${rest}`;
}

/** Strings of the embeddings lab. */
export const embeddings = {
  title: 'Embeddings',
  opening: 'Opening the texts…',
  noConnection: 'No connection yet',
  noConnectionBody: 'Vectors come from a gateway. Connect one, or start the demo gateway and try it without a key.',
  connect: 'Connect a gateway',
  drop: 'Drop a file with texts',
  dropHint: 'Plain lines, CSV with a head, or JSONL',
  ofTexts: (done: number, count: number) => `${formatCount(done)} of ${formatCount(count)}`,
  saved: {
    conflict: 'These texts were changed in another window. Yours go on as a copy.',
    'save-failed': 'The texts and vectors could not be saved. They stay on this page, and saving is tried again.',
    'vectors-lost': 'Some kept vectors could not be read. Resume asks for them again.',
  },
  list: {
    title: 'Texts',
    empty: 'Texts appear here as they are understood, one a row.',
    add: 'New texts',
    kept: 'Earlier texts',
    noneKept: 'Nothing is kept yet',
    untitled: 'Texts without a name',
    vectorsOf: (done: number, count: number) => `${formatCount(done)} of ${formatCount(count)} vectors`,
    remove: 'Delete the open texts…',
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeBody: 'The texts and what is known of their vectors are removed. The exchanges stay on the wire.',
    removeNow: 'Delete',
    cancel: 'Cancel',
    failed: 'has no vector',
  },
  embed: {
    act: 'Embed the texts',
    all: (count: number) => (count === 0 ? 'Embed' : `Embed ${texts(count)}`),
    rest: (count: number) => `Resume: ${formatCount(count)} left`,
    stop: 'Stop',
    waiting: 'The connections are being read.',
    noConnection: 'Connect a gateway first.',
    noTexts: 'There are no texts yet: paste or drop some, or take the sample.',
    reading: 'The texts are being read.',
    noModel: 'Choose a model first.',
    allThere: (count: number) => `All ${texts(count)} have a vector of this model.`,
    replaces: (vectors: number, from: string, model: string) =>
      `The ${plural(vectors, 'vector is', 'vectors are')} from ${from}. Embedding with ${model} replaces them.`,
    compare: 'Compare models',
    on: (model: string, connection: string) => `${model} on ${connection}`,
    sized: (model: string, dimensions: number | null) =>
      `${model} with ${dimensions === null ? 'its own' : formatCount(dimensions)} dimensions`,
  },
  texts: {
    title: 'Texts to embed',
    source: 'Texts',
    placeholder: 'Paste texts, one a line, or CSV or JSONL…',
    pasted: 'Pasted texts',
    kind: 'Read as',
    kinds: { auto: 'Auto', lines: 'Lines', csv: 'CSV', jsonl: 'JSONL' },
    browse: 'Browse…',
    sample: 'Take a sample',
    toMap: 'Back to the map',
    clear: 'Clear',
    dismiss: 'Dismiss',
    oneFile: 'Several files were dropped. Nothing was taken: drop one file at a time.',
    idleTitle: 'From texts to a map',
    idleBody: 'Each text becomes a vector. Then see which are alike, in a table, a matrix and a map.',
    idleWays: [
      'Paste or type texts, one a line.',
      'Drop a CSV with a head, and pick the column.',
      'Drop JSONL: strings, or objects with a text in them.',
      'Or take the sample: sixty support questions of six kinds.',
    ],
    understood: (count: number, kind: string) => `${texts(count)} read as ${kind}`,
    sizes: (longest: string, requests: number) =>
      `The longest has ${longest} ${longest === '1' ? 'character' : 'characters'}. ${plural(requests, 'request', 'requests')} for all of them.`,
    column: 'Text column',
    first: 'First texts',
    problems: (count: number) => plural(count, 'problem', 'problems'),
    line: (line: number) => `Line ${line}`,
    foot: 'Ctrl Enter embeds. What was embedded is kept, also over a reload.',
  },
  parameters: {
    title: 'Parameters',
    sent: (count: number) => `${formatCount(count)} sent`,
    valueMissing: 'No value yet, so it is not sent.',
    dimensionsPlaceholder: 'model’s own',
    userPlaceholder: 'end-user id',
    hints: {
      encoding: 'Either is read, whatever the gateway sends.',
      dimensions: 'Only some models can shorten; others refuse it.',
    },
    items: 'Texts a request',
    characters: 'Characters a request',
    atOnce: 'Requests at once',
    calls: (requests: number, missing: string) =>
      missing === '0'
        ? `Every text has a vector; all of them again would be ${plural(requests, 'request', 'requests')}.`
        : `${plural(requests, 'request', 'requests')} for ${missing} ${missing === '1' ? 'text' : 'texts'}`,
  },
  batches: {
    title: 'Batches',
    tokens: (count: string) => `${count} ${count === '1' ? 'token' : 'tokens'}`,
    tokensOf: (count: string, counted: number, all: number) =>
      `${count} tokens, reported by ${formatCount(counted)} of ${formatCount(all)} responses`,
    tokensEstimated: (count: string) => `about ${count} tokens`,
    requestTime: (time: string) => `request time ${time}`,
    requestTimeHint: 'The durations of all requests added together. Requests run side by side, so the run takes less.',
    texts,
    range: (first: number, last: number) =>
      first === last ? formatCount(first) : `${formatCount(first)} to ${formatCount(last)}`,
    states: batchStates,
    open: 'Open on the wire',
  },
  run: {
    preparing: 'Sending the first batch…',
    progress: (settled: number, total: number) => `${formatCount(settled)} of ${formatCount(total)} embedded`,
    progressLabel: 'Embedding',
    resume: (count: number) => `Resume: ${formatCount(count)} left`,
    stopped: (count: number) => `Stopped: ${texts(count)} without a vector. What came before is kept.`,
    refused: (count: number, why: string) => `${texts(count)} rejected. ${why}`,
    omitted: (count: number) => `The gateway returned no vector for ${texts(count)}.`,
    embedded: (count: number) => `${formatCount(count)} embedded.`,
    emptyRun: (model: string, kept: number, before: string) =>
      `${model} returned no vector. The ${plural(kept, 'vector', 'vectors')} from ${before} ${kept === 1 ? 'is' : 'are'} kept.`,
    missing: (count: number) => `${texts(count)} without a vector yet.`,
    odd: 'An answer was odd, and was read all the same.',
    oddOnWire: 'Show it on the wire',
    settled: (count: number, left: number) =>
      left === 0 ? `All ${texts(count)} have a vector.` : `The run ended. ${texts(left)} without a vector.`,
    ofModel: (model: string) => `(${model})`,
  },
  map: {
    title: 'Map',
    label: (points: number, clusters: number) =>
      `Map of ${texts(points)}${clusters > 0 ? ` in ${plural(clusters, 'cluster', 'clusters')}` : ''}`,
    keys: 'Arrows walk from text to text, Enter chooses, plus and minus zoom, 0 shows all, Escape lets go. Dragging draws a lasso, with Shift it moves the map.',
    layout: 'Layout',
    search: 'Find on the map',
    searchPlaceholder: 'Find; Enter ranks',
    searchHint: 'Filters while you type. Enter embeds the words (one call) and ranks the nearest texts.',
    clearSearch: 'Clear the search',
    searchElsewhere: (name: string) => `These vectors are from ${name}. Switch back to search them by meaning.`,
    searching: 'Embedding the words',
    dismiss: 'Dismiss',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show all',
    preparing: 'Laying the vectors flat…',
    empty: 'The map is drawn when the run has ended.',
    nothing: 'No text has a vector, so there is no map yet.',
    failed: (message: string) => `The map could not be made: ${message}. Table and exports are not affected.`,
    laying: (share: string) => `UMAP ${share}`,
    nearing: (share: string) => `Looking for neighbours ${share}`,
    spread: (share: string) => `PCA shows ${share} of the spread`,
    umapFacts: 'UMAP: neighbours stay neighbours, distances mean little',
    umapFailed: (message: string) => `UMAP could not be made: ${message}`,
    overlaid: (share: string) => `· the second model fits ${share}`,
    noVector: {
      message: 'The gateway gave no usable vector for these words.',
      hint: 'Look at the answer on the wire, or try other words.',
    },
    clusters: 'Clusters',
    clusterCount: 'Number of clusters',
    clustersAuto: (count: number) => `Auto: ${formatCount(count)}`,
    clusterNumber: (count: string) => `${count} clusters`,
    clusterName: (number: number) => `Cluster ${number}`,
    chosen: (count: number, of: number) => `${formatCount(count)} of ${formatCount(of)} selected`,
    ranked: (query: string) => `Nearest to “${query}”`,
    at: (number: number, text: string) => `Text ${number}: ${text}`,
    focus: 'Text looked at',
    wire: 'Show its exchange on the wire',
    neighbors: 'Show neighbors',
    close: 'Close',
    nearest: (count: number, together: number, cluster: string) =>
      together === count
        ? `${formatCount(count)} nearest, all in ${cluster}`
        : `${formatCount(count)} nearest, ${formatCount(together)} of them in ${cluster}`,
  },
  side: {
    title: 'Likeness',
    matrix: 'Cosine',
    nearest: 'Nearest',
    second: 'Two models',
    waiting: 'Waiting for the vectors…',
    nothing: 'No text has a vector yet.',
    tooMany: (count: number, most: number) =>
      `${formatCount(count)} texts are too many for a matrix of pairs: it shows up to ${most}. Draw a lasso on the map, press a cluster or search, and their pairs appear here. Nearest shows the neighbours of one text among all.`,
    tooFew: 'A matrix needs two texts.',
    matrixOf: (count: number) => `Cosines of ${texts(count)}, in the order of their clusters`,
    matrixKeys: 'Arrows walk over the cells, Enter looks at the text of the row.',
    pair: (one: number, other: number, cosine: string) => `${one} × ${other} = ${cosine}`,
    texts: (one: string, other: string) => `${one} · ${other}`,
    facts: (mean: string, one: string, other: string, cosine: string) =>
      `Mean ${mean}. Closest pair ${cosine}: ${one} · ${other}`,
    chooseOne: 'Press a text on the map or in the table: its neighbours appear here.',
    nearestTo: (text: string) => `Nearest to: ${text}`,
  },
  second: {
    first: 'Embed the texts with one model first.',
    about:
      'Embed the same texts with a second model and lay its map over the first. The pairs whose neighbourhood changed most are listed here.',
    choose: 'Overlay a second model…',
    wait: 'Wait for the run that is under way.',
    noConnection: 'Connect a gateway first.',
    remove: 'Remove',
    running: (settled: number, total: number) =>
      `${formatCount(settled)} of ${formatCount(total)} embedded with the second model`,
    waiting: 'Waiting for the vectors of the second model…',
    comparing: (share: string) => `Comparing neighbourhoods ${share}`,
    agreement: (kept: string, fit: string) =>
      `The models agree on ${kept} of all neighbours.${fit ? ` Their PCA maps fit by ${fit}.` : ''}`,
    noneChanged: 'Both models find the same neighbours for every text.',
    pairs: 'Pairs that moved most',
    ranks: (first: string, firstCosine: string, second: string, secondCosine: string) =>
      `rank ${first} to ${second} (cosine ${firstCosine} to ${secondCosine})`,
    moved: (places: number) => `${plural(places, 'place', 'places')}: `,
  },
  verdict: {
    short: verdicts,
    long: verdictLabels,
    running: 'Vectors are on their way…',
    edit: 'Edit texts',
  },
  table: {
    title: 'Vectors',
    empty: 'No text matches.',
    columns: {
      place: '#',
      text: 'Text',
      cluster: 'Cluster',
      dimensions: 'Dim.',
      norm: 'Norm',
      tokens: 'Tokens',
      nearest: 'Nearest',
      cosine: 'Cosine',
    },
    sortBy: (column: string) => `Sort by ${column}`,
    toQuery: 'To words',
    share: 'The gateway counts tokens for the whole request; this is the share by length.',
  },
  exports: {
    title: 'Export',
    kinds: {
      csv: 'CSV: facts, map and vectors',
      jsonl: 'JSONL: one object a text',
      npy: 'NPY: vectors for NumPy',
      png: 'PNG: map with title and legend',
    },
    saved: (name: string) => `Saved ${name}`,
    failed: 'The export was not saved',
    noMap: { message: 'There is no map to save yet.', hint: 'Wait until it is drawn.' },
  },
};
