import { Buffer } from 'node:buffer';
import type { HandlersOf } from '#shared/contract/define.ts';
import type { exchanges as area, Draft, DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Language } from '#shared/contract/language.ts';
import type { Cost } from '#shared/cost/cost.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Exports } from '../../export/exports.ts';
import { readRecordedForm } from '../../export/recorded-body.ts';
import { toSnippet } from '../../export/snippet.ts';
import type { InlineFile, SnippetBody, SnippetRequest } from '../../export/snippet-request.ts';
import { formFileName } from '../../http/multipart.ts';
import type { FilePort } from '../../ports.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { factsOfList } from '../../store/records/exchange-rows.ts';
import { sentenceOf } from '../../verdict/verdict-sentence.ts';
import { recordedBytes } from '../attempt.ts';
import { type Prepared, preparePlan, type Sources } from '../prepare.ts';
import { completeHeaders } from '../request/outgoing-request.ts';
import { replayEvents } from './replay.ts';

type Handlers = HandlersOf<{ exchanges: typeof area }>['exchanges'];

interface HistoryParts {
  records: ExchangeRecords;
  exports: Exports;
  sources: Sources;
  /** Cancels the running ones of them, and waits until they are recorded. */
  stop(ids: readonly string[]): Promise<void>;
  /** Returns what an exchange cost; `null` where that is not noted. */
  costOf(id: string): Cost | null;
  /** Returns the language of verdicts; called each time. */
  language(): Language;
  /** Without an id, several changed. */
  onChange(id?: string): void;
}

/** Queries over recorded exchanges, the running ones included, and over drafts. */
interface History {
  handlers: Omit<Handlers, 'run' | 'watch' | 'cancel' | 'fetchMedia' | 'forget'>;
  /** @throws AppError `not-found-here`. */
  detail(id: string): ExchangeDetail;
  forget(ids: readonly string[]): Promise<void>;
}

/**
 * Returns the record of an exchange.
 *
 * @throws AppError `not-found-here`.
 */
export function findRecorded(records: ExchangeRecords, id: string): RecordedExchange {
  const facts = records.find(id);
  if (facts) return facts;
  throw new AppError(
    failure('not-found-here', 'This request is no longer in the history.', {
      hint: 'It was deleted, or removed by the retention limit.',
    }),
  );
}

export function createHistory({ records, exports, sources, stop, costOf, language, onChange }: HistoryParts): History {
  const found = (id: string) => findRecorded(records, id);
  const requestBody = (id: string) => records.read(id, 'request', 0, records.size(id, 'request'));

  /** Restores the text of a JSON body, which is stored once, as the bytes of the request. */
  function draftOf({ id, draft }: RecordedExchange): DraftInput | null {
    if (draft?.body.kind !== 'json' && draft?.body.kind !== 'text') return draft;
    return { ...draft, body: { ...draft.body, text: requestBody(id).toString('utf8') } };
  }

  const detail = (id: string) => {
    const facts = found(id);
    return detailOf(facts, draftOf(facts), costOf(id), language());
  };
  const handlers: History['handlers'] = {
    list: (filter) => records.list(filter),
    counts: (filter) => records.counts(filter),
    get: ({ id }) => detail(id),
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
      const recordedBody = { sizeBytes: records.size(id, 'request'), read: () => requestBody(id) };
      return toSnippet(language, await recordedRequest(found(id), recordedBody, sources.files));
    },
    async preview({ withBody = false, ...draft }) {
      const { plan, body, redactor, problem } = await preparePlan(draft, sources);
      return {
        method: plan?.method ?? '',
        address: redactor.text(plan?.url ?? ''),
        headers: plan ? redactor.pairs(completeHeaders(plan, body)) : [],
        bodyBytes: body?.sizeBytes ?? (plan?.body.kind === 'none' ? 0 : null),
        ...(withBody && body && { body: redactor.text(Buffer.from(body.recorded).toString('utf8')) }),
        problem,
      };
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
  };
  return {
    handlers,
    detail,
    async forget(ids) {
      await stop(ids);
      await exports.forgetOf(ids);
      await records.forget(ids);
      onChange();
    },
  };
}

/**
 * Returns the public part of a record, without what only the core needs.
 *
 * @param draft the draft it was created from, complete.
 * @param cost what it cost, where that is known.
 * @param language of its verdict.
 */
function detailOf(
  facts: RecordedExchange,
  draft: DraftInput | null,
  cost: Cost | null,
  language: Language,
): ExchangeDetail {
  const { streamAsked: _streamAsked, produced: _produced, reasoningTags: _tags, asked: _asked, ...detail } = facts;
  return {
    ...detail,
    ...factsOfList(facts),
    cost: cost?.money ? { ...cost.money, isEstimate: cost.isEstimate } : null,
    verdict: sentenceOf(facts, language),
    draft,
  };
}

/**
 * Returns the request of a recorded exchange for a snippet. Everything comes from the record, which never contained a
 * secret.
 *
 * @param recordedBody the recorded bytes of the request.
 */
async function recordedRequest(
  facts: RecordedExchange,
  recordedBody: { sizeBytes: number; read: () => Buffer },
  files: FilePort,
): Promise<SnippetRequest> {
  const { method, address, request, draft, routeId, streamAsked } = facts;
  const common = { method, address, headers: request.headers, routeId, streamed: streamAsked, notes: [] };
  const inline = draft?.body.kind === 'json' ? await named(draft.body.inline ?? [], files) : [];
  if (recordedBody.sizeBytes > writtenBytes && inline.length === 0 && !isForm(request.mediaType)) {
    const notes = request.bodyBytes > recordedBytes ? ['Only the beginning of the body was stored.'] : [];
    return { ...common, body: { kind: 'file', name: 'body.json', sizeBytes: recordedBody.sizeBytes }, notes };
  }
  const text = recordedBody.read().toString('utf8');
  const fields = readRecordedForm(text, request.mediaType);
  return {
    ...common,
    body: fields ? { kind: 'form', fields } : text === '' ? { kind: 'none' } : { kind: 'text', text, inline },
  };
}

/** Longer bodies are not inlined in a program. */
const writtenBytes = 500_000;
const isForm = (mediaType: string | null) => mediaType?.startsWith('multipart/') === true;

/** Returns the request of a draft for a snippet, without the key. The files of a form are named and not read. */
async function draftRequest(draft: Draft, sources: Sources): Promise<SnippetRequest> {
  const prepared = await preparePlan(draft, sources);
  const { plan, body, redactor, problem } = prepared;
  if (!plan)
    throw new AppError(
      problem ?? failure('bad-draft', "This request can't be built.", { hint: 'Select a connection.' }),
    );
  return {
    method: plan.method,
    address: redactor.text(plan.url),
    headers: redactor.pairs(completeHeaders(plan, body)),
    routeId: draft.routeId,
    streamed: plan.streamAsked,
    body: await plannedBody(prepared, sources.files),
    notes: problem ? [`This request can't be sent: ${problem.message}`] : [],
  };
}

async function plannedBody({ plan, body, redactor }: Prepared, files: FilePort): Promise<SnippetBody> {
  if (plan?.body.kind === 'json' && plan.body.inline.length === 0 && plan.body.text.length > writtenBytes)
    return { kind: 'file', name: 'body.json', sizeBytes: body?.sizeBytes ?? plan.body.text.length };
  if (plan?.body.kind === 'json')
    return {
      kind: 'text',
      text: redactor.text(plan.body.text.toWellFormed()),
      inline: await named(plan.body.inline, files),
    };
  if (plan?.body.kind !== 'form') return { kind: 'none' };
  const type = `multipart/form-data; boundary=${plan.body.boundary}`;
  const recorded = body ? readRecordedForm(redactor.text(Buffer.from(body.recorded).toString('utf8')), type) : null;
  if (recorded) return { kind: 'form', fields: recorded };
  // A file was deleted: the other fields can still be shown.
  return {
    kind: 'form',
    fields: plan.body.fields.map((field) =>
      field.kind === 'text'
        ? { name: field.name, value: redactor.text(field.value) }
        : { name: field.name, file: field.fileId, type: 'application/octet-stream' },
    ),
  };
}

/** Returns inline files with their user-visible names; a deleted one has its id as a name. */
function named(inline: readonly { token: string; fileId: string }[], files: FilePort): Promise<InlineFile[]> {
  return Promise.all(
    inline.map(async ({ token, fileId }) => ({
      token,
      name: formFileName((await files.open(fileId))?.name ?? fileId),
    })),
  );
}
