import { Buffer } from 'node:buffer';
import type { Draft } from '#shared/contract/exchanges.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { readRecordedForm } from '../../export/recorded-form.ts';
import type { InlineFile, SnippetBody, SnippetRequest } from '../../export/snippet-request.ts';
import { formFileName } from '../../http/multipart.ts';
import type { FilePort } from '../../ports.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import { recordedBytes } from '../attempt.ts';
import { type Prepared, preparePlan, type Sources } from '../prepare.ts';
import { completeHeaders } from '../request/wire-request.ts';

/**
 * A recorded exchange as a snippet repeats it. Everything comes from the record, which never held a secret.
 *
 * @param kept the recorded bytes of the request.
 */
export async function recordedRequest(
  facts: RecordedExchange,
  kept: { sizeBytes: number; read: () => Buffer },
  files: FilePort,
): Promise<SnippetRequest> {
  const { method, address, request, draft, routeId, streamAsked } = facts;
  const common = { method, address, headers: request.headers, routeId, streamed: streamAsked, notes: [] };
  const inline = draft?.body.kind === 'json' ? await named(draft.body.inline ?? [], files) : [];
  if (kept.sizeBytes > writtenBytes && inline.length === 0 && !isForm(request.mediaType)) {
    const notes = request.bodyBytes > recordedBytes ? ['Only the beginning of the body was kept.'] : [];
    return { ...common, body: { kind: 'file', name: 'body.json', sizeBytes: kept.sizeBytes }, notes };
  }
  const text = kept.read().toString('utf8');
  const fields = readRecordedForm(text, request.mediaType);
  return {
    ...common,
    body: fields ? { kind: 'form', fields } : text === '' ? { kind: 'none' } : { kind: 'text', text, inline },
  };
}

/** Longer bodies are not written into a program. */
const writtenBytes = 500_000;
const isForm = (mediaType: string | null) => mediaType?.startsWith('multipart/') === true;

/** A draft as a snippet would send it, without the key. The files of a form are named and not read. */
export async function draftRequest(draft: Draft, sources: Sources): Promise<SnippetRequest> {
  const prepared = await preparePlan(draft, sources);
  const { plan, body, redactor, problem } = prepared;
  if (!plan)
    throw new AppError(
      problem ?? failure('bad-draft', 'This request can not be put together.', { hint: 'Choose a connection.' }),
    );
  return {
    method: plan.method,
    address: redactor.text(plan.url),
    headers: redactor.pairs(completeHeaders(plan, body)),
    routeId: draft.routeId,
    streamed: plan.streamAsked,
    body: await plannedBody(prepared, sources.files),
    notes: problem ? [`Patchbay would not send it: ${problem.message}`] : [],
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
  // A file is gone: the others can still be shown.
  return {
    kind: 'form',
    fields: plan.body.fields.map((field) =>
      field.kind === 'text'
        ? { name: field.name, value: redactor.text(field.value) }
        : { name: field.name, file: field.fileId, type: 'application/octet-stream' },
    ),
  };
}

/** Files inside a text under the names that people know; one that is gone keeps its id as a name. */
function named(inline: readonly { token: string; fileId: string }[], files: FilePort): Promise<InlineFile[]> {
  return Promise.all(
    inline.map(async ({ token, fileId }) => ({
      token,
      name: formFileName((await files.open(fileId))?.name ?? fileId),
    })),
  );
}
