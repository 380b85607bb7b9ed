import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { streamedFields } from '#shared/protocol/bodies/streamed-fields.ts';
import { convertBody } from '#shared/protocol/convert-body.ts';
import { isObject, type JsonObject, parseJson } from '#shared/protocol/json.ts';
import type { chatRouteIds } from '../specs/request-specs.ts';
import { UsageError } from '../usage-error.ts';
import { readAssignment, removePath, setPath } from './assignments.ts';
import { addedTo } from './plan-body.ts';

export type ChatRoute = (typeof chatRouteIds)[number];

/** What the options of `chat` set in each of its requests. */
export interface ChatDraftOptions {
  route: ChatRoute;
  set?: readonly string[] | undefined;
  without?: readonly string[] | undefined;
  /** `response_format` of a chat body. */
  format: JsonObject | null;
}

/** Builds a request of a conversation: a chat body, converted to its route, with the set fields on top. */
export function chatDraft(
  {
    model,
    messages,
    inline,
  }: { model: string; messages: readonly unknown[]; inline: readonly { token: string; fileId: string }[] },
  connectionId: string,
  { route, set = [], without = [], format }: ChatDraftOptions,
): DraftInput {
  const chat = { model, messages, ...(format && { response_format: format }) };
  const isNative = route.startsWith('native.');
  const written =
    route === 'chat.completions'
      ? chat
      : parseJson(convertBody(JSON.stringify(chat), 'chat.completions', route, model)?.text ?? '');
  const start = { ...(isObject(written) ? written : chat), ...(isNative ? {} : streamedFields(route)) };
  const filled = set.map(readAssignment).reduce<unknown>((at, [name, value]) => setPath(at, name, value), start);
  const body = without.reduce(removePath, filled);
  return {
    connectionId,
    routeId: route,
    ...(isNative && { params: { model } }),
    body: { kind: 'json', text: JSON.stringify(body), inline: [...inline] },
    options: { finishAlone: false, added: addedTo({ id: route }, { set: [...set], without: [...without] }) },
  };
}

/** Reads the file of `--schema` as the response format of a chat body. @throws UsageError for no JSON object. */
export async function readSchema(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--schema: ${file} cannot be read (${error.code}).`);
  });
  const schema = parseJson(text);
  if (!isObject(schema)) throw new UsageError(`--schema: ${file} is not a JSON object.`);
  const name =
    path
      .parse(file)
      .name.replace(/[^\w-]/g, '_')
      .slice(0, 64) || 'reply';
  return { type: 'json_schema', json_schema: { name, strict: true, schema } };
}
