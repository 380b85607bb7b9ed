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
  /** Id of the corpus. */
  id: string;
  settled: number;
  total: number;
}

interface NoticeParts {
  notify: HostServices['shell']['notify'];
  language: () => Language;
}

/**
 * Notifies the user of long work that ended, with names and numbers only: never a prompt, a response or a gateway's
 * message.
 */
export function createNotices({ notify, language }: NoticeParts) {
  const report = (title: string, parts: readonly (string | null)[], to: Destination) =>
    notify(title, parts.filter((part) => part).join(' · '), to);
  return {
    request({ id, routeId, state, model, connectionName, failureCode }: RecordedExchange, durationMs: number): void {
      // Batches are reported together.
      if (routeId === 'embeddings') return;
      // Work that the user stopped, or that ended with the program, needs no notification.
      if (durationMs < longMs || state === 'cancelled' || failureCode === 'app-ended') return;
      const words = localeOf(language()).notices;
      const title = state === 'done' ? words.requestDone : words.requestFailed;
      report(title, [model, connectionName, formatDuration(durationMs)], { kind: 'exchange', id });
    },
    check({ id, connectionId, connectionName, name, state, ended, cells }: CheckRunSummary): void {
      if (state !== 'done' && state !== 'capped') return;
      const words = localeOf(language()).notices;
      const count = words.cells(formatCount(ended), formatCount(cells));
      const title = state === 'done' ? words.checkDone : words.checkCapped;
      report(title, [name, connectionName, count], { kind: 'check', connectionId, id });
    },
    embedding({ id, settled, total }: EndedWork): void {
      const words = localeOf(language()).notices;
      const title = settled >= total ? words.embeddingDone : words.embeddingStopped;
      const to: Destination = { kind: 'document', panel: 'embeddings', id };
      report(title, [words.texts(formatCount(settled), formatCount(total))], to);
    },
  };
}
