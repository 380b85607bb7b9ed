import type { HandlersOf } from '#shared/contract/define.ts';
import type { exchanges as area, DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Language } from '#shared/contract/language.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Exports } from '../../export/exports.ts';
import { toSnippet } from '../../export/snippet.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { isRefusedAsPlanned } from '../../store/records/planned-refusal.ts';
import { sentenceOf } from '../../verdict/verdict-sentence.ts';
import type { Sources } from '../prepare.ts';
import { replayEvents } from './replay-events.ts';
import { draftRequest, recordedRequest } from './snippet-source.ts';

type Handlers = HandlersOf<{ exchanges: typeof area }>['exchanges'];

interface HistoryParts {
  records: ExchangeRecords;
  exports: Exports;
  sources: Sources;
  /** Cancels those of them that run, and waits until they are recorded. */
  stop(ids: readonly string[]): Promise<void>;
  /** The language of verdicts, asked for each time. */
  language(): Language;
  /** Without an id, several changed. */
  onChange(id?: string): void;
}

/** What can be asked of recorded exchanges, the running ones included. */
export type History = Omit<Handlers, 'preview' | 'run' | 'watch' | 'cancel'>;

/**
 * The record of an exchange.
 *
 * @throws AppError `not-found-here`.
 */
export function findRecorded(records: ExchangeRecords, id: string): RecordedExchange {
  const facts = records.find(id);
  if (facts) return facts;
  throw new AppError(
    failure('not-found-here', 'This exchange is no longer in the history.', { hint: 'It was deleted or trimmed.' }),
  );
}

export function createHistory({ records, exports, sources, stop, language, onChange }: HistoryParts): History {
  const found = (id: string) => findRecorded(records, id);
  const requestBody = (id: string) => records.read(id, 'request', 0, records.size(id, 'request'));

  /** With the text of a JSON body, which is kept once, as the bytes of the request. */
  function draftOf({ id, draft }: RecordedExchange): DraftInput | null {
    if (draft?.body.kind !== 'json' && draft?.body.kind !== 'text') return draft;
    return { ...draft, body: { ...draft.body, text: requestBody(id).toString('utf8') } };
  }

  return {
    list: (filter) => records.list(filter),
    counts: (filter) => records.counts(filter),
    get({ id }) {
      const facts = found(id);
      return detailOf(facts, draftOf(facts), language());
    },
    body({ id, side, offset, length }) {
      found(id);
      const base64 = records.read(id, side, offset, length).toString('base64');
      return { totalBytes: records.size(id, side), offset, base64 };
    },
    async *events({ id, from }, { signal }) {
      found(id);
      yield* replayEvents(id, from, records, signal);
    },
    chunks({ id }) {
      found(id);
      return records.marks(id);
    },
    async snippet({ id, language }) {
      const kept = { sizeBytes: records.size(id, 'request'), read: () => requestBody(id) };
      return toSnippet(language, await recordedRequest(found(id), kept, sources.files));
    },
    draftSnippet: async ({ draft, language }) => toSnippet(language, await draftRequest(draft, sources)),
    har: ({ ids }) => exports.har(ids),
    keepBody: ({ id, side }) => exports.body(found(id), side),
    retention: () => records.retention.read(),
    async setRetention(choice) {
      records.retention.write(choice);
      await records.trim();
    },
    pin({ id, pinned }) {
      found(id);
      records.pin(id, pinned);
      onChange(id);
    },
    async forget({ ids }) {
      await stop(ids);
      await exports.forgetOf(ids);
      await records.forget(ids);
      onChange();
    },
  };
}

/**
 * What a record shows of itself, without what only the core needs.
 *
 * @param draft the draft it was made from, whole.
 * @param language of its verdict.
 */
function detailOf(facts: RecordedExchange, draft: DraftInput | null, language: Language): ExchangeDetail {
  const { streamAsked: _streamAsked, ...detail } = facts;
  return {
    ...detail,
    refusedAsPlanned: isRefusedAsPlanned(facts),
    warningCount: facts.warnings.length,
    firstWarning: facts.warnings[0]?.code ?? null,
    verdict: sentenceOf(facts, language),
    draft,
  };
}
