import type { CheckRunSummary } from '#shared/contract/checks.ts';
import type { Destination } from '#shared/contract/destination.ts';
import type { Language } from '#shared/contract/language.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { localeOf } from '#shared/locale/locale.ts';
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

export function createNotices(notify: HostServices['shell']['notify'], language: () => Language): Notices {
  const report = (title: string, parts: readonly (string | null)[], to: Destination) =>
    notify(title, parts.filter((part) => part).join(' · '), to);
  return {
    request({ id, state, model, connectionName, failureCode }, durationMs) {
      // What the user stopped, or what ended with the program, is no news.
      if (durationMs < longMs || state === 'cancelled' || failureCode === 'app-ended') return;
      const words = localeOf(language()).notices;
      const title = state === 'done' ? words.requestDone : words.requestFailed;
      report(title, [model, connectionName, formatDuration(durationMs)], { kind: 'exchange', id });
    },
    check({ id, connectionId, connectionName, name, state, ended, cells }) {
      if (state !== 'done' && state !== 'capped') return;
      const words = localeOf(language()).notices;
      const count = words.cells(formatCount(ended), formatCount(cells));
      const title = state === 'done' ? words.checkDone : words.checkCapped;
      report(title, [name, connectionName, count], { kind: 'check', connectionId, id });
    },
    embedding({ id, settled, total }) {
      const words = localeOf(language()).notices;
      const title = settled >= total ? words.embeddingDone : words.embeddingStopped;
      const to: Destination = { kind: 'document', panel: 'embeddings', id };
      report(title, [words.texts(formatCount(settled), formatCount(total))], to);
    },
  };
}
