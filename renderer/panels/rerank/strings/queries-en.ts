import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/common.ts';
import { plural } from '../../../lib/i18n/strings/plural.ts';

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
