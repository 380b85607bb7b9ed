import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/common.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

const judgments = (count: number) => plural(count, 'judgment', 'judgments');

/** Strings of the metrics of a ranking. */
export const measures = {
  label: 'Metrics',
  order: 'Order',
  ndcg: (k: number) => `NDCG@${k}`,
  mrr: 'MRR',
  map: 'MAP',
  recall: (k: number) => `Recall@${k}`,
  precision: (k: number) => `P@${k}`,
  first: 'First relevant rank',
  gap: 'Margin at threshold',
  /** How each is computed, for its tooltip. */
  formulas: {
    ndcg: (k: number) =>
      `DCG / ideal DCG of the first ${k}; DCG = Σ grade / log₂(rank + 1). Ideal: all relevant documents, best grades first.`,
    mrr: '1 / rank of the first relevant document, 0 without one. The mean over queries is MRR.',
    map: 'Σ precision at the rank of each relevant document / all relevant documents. The mean over queries is MAP.',
    recall: (k: number) => `Relevant documents among the first ${k} / all relevant documents.`,
    precision: (k: number) => `Relevant documents among the first ${k} / ${k}.`,
    first: 'Rank of the first relevant document.',
    gap: 'Lowest score above the threshold − highest score below it.',
  },
  given: 'Original order',
  retrieved: 'Retrieved',
  bm25: 'BM25 (local baseline)',
  bm25Short: 'BM25 (local)',
  none: 'None',
  tick: 'Mark relevant documents, or import judgments, to compute NDCG, MRR, MAP, recall and precision.',
  missed: (count: number) =>
    `${plural(count, 'relevant document', 'relevant documents')} of the judgments ${count === 1 ? 'is' : 'are'} not in the list and ${count === 1 ? 'counts' : 'count'} as missed.`,
  mean: (measured: number, all: number) =>
    measured === all
      ? `Mean of ${plural(measured, 'query', 'queries')}`
      : `Mean of ${formatCount(measured)} of ${plural(all, 'query', 'queries')}: the others have no ranking or no relevant document`,
};

/** Strings of the import of a test set. */
export const evaluation = {
  title: 'Import test set',
  open: 'Import test set…',
  import: 'Import',
  files: 'Files',
  addFile: 'Add files…',
  replace: 'Replace existing documents and queries',
  cancel: common.cancel,
  running: 'Wait until the run has ended.',
  nothing: 'There is nothing to import yet.',
  removeFile: (name: string) => `Remove ${name}`,
  readAs: (name: string) => `Read ${name} as`,
  roles: { queries: 'Queries', documents: 'Documents' },
  formats: { trec: 'TREC qrels', beir: 'BEIR TSV' },
  judgments: (count: number, format: string) => `${judgments(count)} · ${format}`,
  entries: (count: number) => `${plural(count, 'entry', 'entries')} · JSONL`,
  skipped: (count: number) => `${plural(count, 'line was', 'lines were')} skipped:`,
  unknown: (name: string) =>
    `${name} is not a test set. Use TREC qrels, a TSV with query-id, corpus-id and score, or JSONL with _id and text.`,
  large: (count: string) =>
    `Each query sends all ${count} documents in one request, which many gateways reject. Turn on “Retrieve, then rerank” to send only the nearest ones.`,
  problems: {
    columns: (found: number, expected: number) => `${plural(found, 'column', 'columns')} instead of ${expected}.`,
    noId: 'The query or document ID is empty.',
    grade: (text: string) => `The grade “${text}” is not a whole number.`,
    again: (docid: string, qid: string, line: number) =>
      `Document ${docid} is already judged for query ${qid} in line ${formatCount(line)}.`,
    notObject: 'Not a JSON object.',
    missing: (field: string) => `“${field}” is missing or empty.`,
    twice: (id: string, line: number) => `The ID ${id} was used before, in line ${formatCount(line)}.`,
  },
  report: {
    adds: (documents: number, queries: number) =>
      `Adds ${plural(documents, 'document', 'documents')} and ${plural(queries, 'query', 'queries')}.`,
    known: (count: number) =>
      `${plural(count, 'entry is', 'entries are')} skipped because the list already has the ID.`,
    matched: (count: number) => `${judgments(count)} matched.`,
    unknownDocuments: (count: number) =>
      `${judgments(count)} ${count === 1 ? 'refers' : 'refer'} to documents that are not in the list. Relevant ones count as missed until you add the documents.`,
    unknownQueries: (count: number) =>
      `${judgments(count)} ${count === 1 ? 'refers' : 'refer'} to queries that are not in the list and ${count === 1 ? 'is' : 'are'} not imported. Import the queries first.`,
  },
};

const count = (queries: number) => plural(queries, 'query', 'queries');

/** Strings of the queries of a ranking. */
export const queries = {
  count,
  run: (queries: number) => `Rerank ${count(queries)}`,
  place: (at: number, all: number) => `${formatCount(at)} of ${formatCount(all)}`,
  previous: 'Previous query',
  next: 'Next query',
  label: 'Queries',
  blank: 'Empty query',
  topScore: 'Top score',
  state: 'Status',
  idle: 'Not ranked',
  keys: '↑ ↓ select a query, Enter shows its ranking, Delete removes it',
  add: 'Add queries',
  remove: 'Remove query',
  retry: (failed: number) => `Retry ${formatCount(failed)} failed`,
  rankRest: (open: number) => `Rerank ${formatCount(open)} remaining`,
  progress: (ended: number, all: number) => `${formatCount(ended)} of ${formatCount(all)} queries ranked`,
  concurrency: 'Concurrency',
  concurrencyHint: 'Requests sent at the same time.',
  shared: (queries: number) => `for ${count(queries)}`,
  dialog: {
    title: 'Add queries',
    text: 'Queries',
    placeholder: 'One query per line',
    add: (queries: number) => `Add ${count(queries)}`,
    replace: 'Replace all',
    cancel: common.cancel,
    nothing: 'Enter at least one query.',
  },
  confirm: {
    title: (requests: number) => `Send ${plural(requests, 'request', 'requests')}?`,
    body: (queries: number, models: number, documents: number) =>
      `${count(queries)} × ${plural(models, 'model', 'models')}, each with ${plural(documents, 'document', 'documents')}.`,
    embeddings: (requests: number) => `Retrieval adds ${plural(requests, 'embedding request', 'embedding requests')}.`,
    stop: 'Stop ends the run at any time. Results that arrived are kept.',
    send: 'Send',
    cancel: common.cancel,
  },
};
