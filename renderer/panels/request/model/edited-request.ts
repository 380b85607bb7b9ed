import type { Connection } from '#shared/contract/connections.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import type { EditedRequest } from '../../../lib/navigation/edit-request.ts';
import { filledPath } from '../../../lib/recognize/find-route.ts';
import { emptyForm, type FormField, type Pair, type RequestForm } from './request-form.ts';

type Gateway = Pick<Connection, 'prefixes' | 'routePaths'>;

/** Returns a stored file; `null` if it was deleted. */
type ReadFile = (id: string) => Promise<FileRef | null>;

/** Returns a request that was sent or imported as one that can be edited: sent unchanged, it is the same request. */
export async function formOfDraft(
  { draft, from }: EditedRequest,
  gateway: Gateway | undefined,
  readFile: ReadFile,
): Promise<RequestForm> {
  const { custom, routeId, params = {}, query = [], headers = [], body } = draft;
  const route = routes[routeId];
  const method = custom?.method ?? route.method;
  return {
    ...emptyForm,
    method: method as RequestForm['method'],
    path: custom?.path ?? (gateway ? filledPath(gateway, route, params) : route.path),
    keyStyle: custom?.keyStyle ?? 'bearer',
    query: query.map(toPair),
    headers: headers.map(toPair),
    ...(await bodyOf(body, readFile)),
    asRoute: custom === undefined,
    from: from ?? '',
    options: draft.options ?? {},
  };
}

const toPair = ([name, value]: readonly [string, string]): Pair => ({ name, value, on: true });

async function bodyOf(body: DraftInput['body'], readFile: ReadFile): Promise<Partial<RequestForm>> {
  switch (body.kind) {
    case 'none':
      return { bodyMode: 'none' };
    case 'json':
      return { bodyMode: 'json', json: body.text, inline: [...(body.inline ?? [])] };
    case 'text':
      return { bodyMode: 'text', text: body.text, mediaType: body.mediaType };
    case 'form':
      return { bodyMode: 'form', form: await Promise.all(body.fields.map((field) => toField(field, readFile))) };
  }
}

type DraftField = Extract<DraftInput['body'], { kind: 'form' }>['fields'][number];

async function toField(field: DraftField, readFile: ReadFile): Promise<FormField> {
  const { name } = field;
  return field.kind === 'text'
    ? { kind: 'text', name, value: field.value, on: true }
    : { kind: 'file', name, file: await readFile(field.fileId), on: true };
}

/** A request that an earlier version kept in the editor of its Wire panel. */
interface KeptEdit {
  draft: DraftInput;
  original: DraftInput;
  from: { id: string } | null;
}

/** Returns the requests that an earlier version kept there and that are not recorded as they are. */
export function keptEdits(edits: Readonly<Record<string, unknown>>): EditedRequest[] {
  return Object.values(edits).flatMap((edit) => {
    const { draft, original, from } = (edit ?? {}) as Partial<KeptEdit>;
    if (!draft?.routeId || !routes[draft.routeId] || !draft.body) return [];
    return from && JSON.stringify(draft) === JSON.stringify(original) ? [] : [{ draft, from: from?.id ?? null }];
  });
}
