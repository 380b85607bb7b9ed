import type { AuthorizedRequest } from './incoming-request.ts';
import { isRecord, type JsonRecord } from './json-value.ts';
import { invalidRequest, middlewareError, modelMissing, Refusal, upstreamError } from './responses/reply.ts';

/**
 * Reads the JSON object that a text route expects. A body with another content type is not parsed, as in new-api, so
 * the request then lacks its model.
 */
export function readJsonRequest(authorized: AuthorizedRequest): JsonRecord {
  const type = authorized.request.headers['content-type'] ?? '';
  if (!type.startsWith('application/json')) return {};
  let value: unknown;
  try {
    value = JSON.parse(authorized.body.toString('utf8'));
  } catch (error) {
    throw badBody(authorized, `Invalid request, the body is not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(value)) throw badBody(authorized, 'Invalid request, the body is not a JSON object');
  return value;
}

/** Reads the `model` field. It is checked before anything else, because it decides how a request is routed. */
export function readModelName(authorized: AuthorizedRequest, body: JsonRecord): string {
  const { model } = body;
  if (model === undefined || model === null || model === '') throw modelMissing(authorized);
  if (typeof model !== 'string') throw badBody(authorized, 'Invalid request, field model must be a string');
  return model;
}

/** Reads the number of choices. Throws the refusal of the model behind the gateway. */
export function readCount(authorized: AuthorizedRequest, { n }: JsonRecord, most: number, isStreamed = false): number {
  const count = n ?? 1;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= most) return count;
  const message = `Invalid 'n': expected a whole number from 1 to ${most}.`;
  throw upstreamError(authorized, isStreamed, { message, param: 'n', code: 'integer_out_of_range' });
}

/**
 * Reads a field that must be a list. Missing or empty is a failed validation (500), another type does not decode (400).
 */
export function readRequiredList(authorized: AuthorizedRequest, body: JsonRecord, field: string): unknown[] {
  const value = body[field];
  if (value !== undefined && value !== null && !Array.isArray(value)) {
    throw invalidRequest(authorized, `cannot unmarshal ${typeof value} into field ${field} of type array`, 400);
  }
  if (!Array.isArray(value) || value.length === 0) throw invalidRequest(authorized, `${field} is required`);
  return value;
}

const badBody = (authorized: AuthorizedRequest, message: string): Refusal =>
  new Refusal(middlewareError(authorized, 400, { message, code: 'bad_request_body' }));

/** A file in a form. */
export interface FormFile {
  name: string;
  type: string | null;
  bytes: Buffer;
}

/** A multipart form as received. */
export interface FormRequest {
  /** Returns the last value of a text field; `null` when there is none. */
  text(name: string): string | null;
  /** Returns every value of a text field, and of its name with `[]`. */
  texts(name: string): string[];
  /** Returns every file of a field, and of its name with `[]`. */
  files(name: string): FormFile[];
  /** Returns every file with the exact name of its field, in order. */
  allFiles(): { field: string; file: FormFile }[];
}

const mostParts = 200;

export const isForm = ({ request }: AuthorizedRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('multipart/');

/** Reads a multipart body. Anything else is refused as new-api does. */
export function readFormRequest(authorized: AuthorizedRequest): FormRequest {
  const type = authorized.request.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  if (!boundary) throw invalidRequest(authorized, "request Content-Type isn't multipart/form-data", 400);
  const parts = splitParts(authorized, Buffer.from(`--${boundary[1] ?? boundary[2]}`));
  const named = (name: string) => parts.filter((part) => part.field === name || part.field === `${name}[]`);
  const texts = (name: string) =>
    named(name).flatMap(({ file, bytes }) => (file === null ? [bytes.toString('utf8')] : []));
  const asFile = ({ file, type: own, bytes }: Part) => (file === null ? [] : [{ name: file, type: own, bytes }]);
  return {
    text: (name) => texts(name).at(-1) ?? null,
    texts,
    files: (name) => named(name).flatMap(asFile),
    allFiles: () => parts.flatMap((part) => asFile(part).map((file) => ({ field: part.field, file }))),
  };
}

/** Returns the `model` field of a form; refuses a form without one. */
export function readFormModel(authorized: AuthorizedRequest, form: FormRequest): string {
  const model = form.text('model') ?? '';
  if (model === '') throw modelMissing(authorized);
  return model;
}

interface Part {
  field: string;
  /** Name of the file; `null` for a text. */
  file: string | null;
  type: string | null;
  bytes: Buffer;
}

function splitParts(authorized: AuthorizedRequest, mark: Buffer): Part[] {
  const { body } = authorized;
  const broken = () => invalidRequest(authorized, 'multipart: NextPart: EOF', 400);
  const parts: Part[] = [];
  let place = body.indexOf(mark);
  if (place === -1) throw broken();
  for (;;) {
    place += mark.length;
    if (body.toString('latin1', place, place + 2) === '--') return parts;
    const start = place + 2;
    const head = body.indexOf('\r\n\r\n', start);
    const next = head === -1 ? -1 : body.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), head + 2);
    if (next === -1 || parts.length >= mostParts) throw broken();
    parts.push(readPart(body.toString('utf8', start, head), body.subarray(head + 4, Math.max(head + 4, next))));
    place = next + 2;
  }
}

function readPart(head: string, bytes: Buffer): Part {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const type = /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? null;
  return {
    field: /[;\s]name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    file: /filename="([^"]*)"/i.exec(disposition)?.[1] ?? null,
    type,
    bytes,
  };
}
