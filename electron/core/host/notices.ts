import type { CheckRunSummary } from '#shared/contract/checks.ts';
import type { Destination } from '#shared/contract/destination.ts';
import type { Language } from '#shared/contract/language.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import type { HostServices } from '../host-services.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';

/** Requests that ran at least this long are worth a notification, in milliseconds. */
const longMs = 30_000;

/** Batches of texts that a page had embedded. */
export interface EndedWork {
  /** The corpus. */
  id: string;
  settled: number;
  total: number;
}

/** Tells the user of long work that ended, with names and numbers alone: never a prompt, a response or a gateway's words. */
export interface Notices {
  request(exchange: RecordedExchange, durationMs: number): void;
  check(run: CheckRunSummary): void;
  embedding(work: EndedWork): void;
}

interface Words {
  requestDone: string;
  requestFailed: string;
  checkDone: string;
  checkCapped: string;
  embeddingDone: string;
  embeddingStopped: string;
  cells(ended: string, all: string): string;
  texts(settled: string, all: string): string;
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    requestDone: 'Request finished',
    requestFailed: 'Request failed',
    checkDone: 'Check finished',
    checkCapped: 'Check stopped at its cap',
    embeddingDone: 'Embedding finished',
    embeddingStopped: 'Embedding stopped early',
    cells: (ended, all) => `${ended} of ${all} cells`,
    texts: (settled, all) => `${settled} of ${all} texts`,
  },
  'zh-CN': {
    requestDone: '请求已完成',
    requestFailed: '请求失败',
    checkDone: '检查已完成',
    checkCapped: '检查已达上限并停止',
    embeddingDone: '嵌入已完成',
    embeddingStopped: '嵌入提前停止',
    cells: (ended, all) => `${ended} / ${all} 个单元格`,
    texts: (settled, all) => `${settled} / ${all} 条文本`,
  },
};

export function createNotices(notify: HostServices['shell']['notify'], language: () => Language): Notices {
  const report = (title: string, parts: readonly (string | null)[], to: Destination) =>
    notify(title, parts.filter((part) => part).join(' · '), to);
  return {
    request({ id, state, model, connectionName, failureCode }, durationMs) {
      // What the user stopped, or what ended with the program, is no news.
      if (durationMs < longMs || state === 'cancelled' || failureCode === 'app-ended') return;
      const words = wordsOf[language()];
      const title = state === 'done' ? words.requestDone : words.requestFailed;
      report(title, [model, connectionName, formatDuration(durationMs)], { kind: 'exchange', id });
    },
    check({ id, connectionId, connectionName, name, state, ended, cells }) {
      if (state !== 'done' && state !== 'capped') return;
      const words = wordsOf[language()];
      const count = words.cells(formatCount(ended), formatCount(cells));
      const title = state === 'done' ? words.checkDone : words.checkCapped;
      report(title, [name, connectionName, count], { kind: 'check', connectionId, id });
    },
    embedding({ id, settled, total }) {
      const words = wordsOf[language()];
      const title = settled >= total ? words.embeddingDone : words.embeddingStopped;
      const to: Destination = { kind: 'document', panel: 'embeddings', id };
      report(title, [words.texts(formatCount(settled), formatCount(total))], to);
    },
  };
}
