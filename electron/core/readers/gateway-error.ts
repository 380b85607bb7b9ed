import { redactedKey } from '../redaction/redact.ts';
import { type HeaderList, headerOf, requestIdFromHeaders } from './failures/headers.ts';
import { pageTitle, sentenceOf } from './failures/sentences.ts';
import { waitFromDetails, waitFromHeaders, waitFromSentence } from './failures/waits.ts';
import { asArray, asObject, asObjects, asText, type JsonObject, parseJson } from './intake/json-value.ts';

/**
 * The shape of an error body. `compatible` has `error{message,type,...}`, `native` has `error{code,status,details}`,
 * `task` is flat `{code,message}`, `flag` has `success: false`, `validation` a list of `{loc,msg}`, `description` has
 * `{description,type,code}`, `leftover` any other field that holds a sentence.
 */
export type ErrorShape =
  | 'compatible'
  | 'native'
  | 'task'
  | 'flag'
  | 'validation'
  | 'description'
  | 'leftover'
  | 'html'
  | 'text'
  | 'empty'
  | 'unknown';

/** The content of an error body, whatever its shape. Blank strings are `null`. */
export interface GatewayError {
  status: number;
  shape: ErrorShape;
  /** The gateway's message without appended ids and metadata; the title for a page. At most 4,096 characters. */
  message: string | null;
  /** `type`, or the status word of the native surface (`INVALID_ARGUMENT`). */
  type: string | null;
  /** Always a string: gateways write codes as strings and as numbers. */
  code: string | null;
  param: string | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** The error is the provider's, passed on by the gateway. */
  passedOn: boolean;
}

type Words = Pick<GatewayError, 'message' | 'type' | 'code' | 'param'> & {
  shape: ErrorShape;
  waitMs?: number | null;
  /** The code of the body itself, where its message contains another error. */
  outerCode?: string | null;
};

const maxMessage = 4096;
/** The rest of a message is ignored: a body may be one sentence of many megabytes. */
const maxRead = 16_384;

function codeText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : asText(value);
}

/**
 * FastAPI back ends return 422 with the location of each fault: `{"detail":[{"loc":["body","messages"],"msg":...}]}`.
 */
function fromValidation(faults: JsonObject[]): Words {
  const lines = faults.slice(0, 5).map((fault) => {
    const place = placeOf(fault);
    return place === null ? (sentenceOf(fault) ?? 'invalid') : `${place}: ${sentenceOf(fault) ?? 'invalid'}`;
  });
  const first = faults[0];
  return {
    shape: 'validation',
    message: lines.join('; '),
    type: asText(first?.type),
    code: null,
    param: first ? placeOf(first) : null,
  };
}

function placeOf(fault: JsonObject): string | null {
  const steps = asArray(fault.loc).filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.slice(steps[0] === 'body' && steps.length > 1 ? 1 : 0).join('.') || null;
}

function fromErrorField(error: JsonObject, outer: JsonObject): Words {
  const native = asText(error.status);
  const code = codeText(error.code) ?? codeText(outer.code) ?? (native === null ? codeText(error.status) : null);
  return {
    shape: outer.success === false ? 'flag' : native !== null ? 'native' : 'compatible',
    message: upstreamSentence(error) ?? sentenceOf(error) ?? sentenceOf(outer),
    type: native ?? asText(error.type) ?? (outer.type === 'error' ? null : asText(outer.type)),
    code,
    param: asText(error.param) ?? asText(error.parameter),
    waitMs: waitFromDetails(error),
  };
}

/** Aggregating gateways only say "Provider returned error" and put the real message in `metadata.raw`. */
function upstreamSentence(error: JsonObject): string | null {
  const raw = asText(asObject(error.metadata)?.raw);
  const own = asText(error.message);
  return raw !== null && (own === null || /^provider returned error$/i.test(own)) ? raw : null;
}

function fromRecord(record: JsonObject): Words {
  const error = asObject(record.error) ?? asObjects(record.error)[0] ?? asObject(asObject(record.response)?.error);
  if (error) return fromErrorField(error, record);
  const faults = asObjects(record.detail);
  if (faults.length > 0) return fromValidation(faults);
  const code = codeText(record.code);
  const known = { type: record.type === 'error' ? null : asText(record.type), code, param: asText(record.param) };
  const word = asText(record.error);
  if (word !== null) {
    const sentence = sentenceOf(record);
    return { ...known, shape: 'compatible', message: sentence ?? word, code: code ?? (sentence ? word : null) };
  }
  const description = asText(record.description);
  if (description !== null) return { ...known, shape: 'description', message: description };
  const shape = record.success === false ? 'flag' : code !== null && 'message' in record ? 'task' : 'leftover';
  const message = sentenceOf(record);
  return { ...known, shape: message === null && code === null ? 'unknown' : shape, message };
}

function fromText(text: string): Words {
  const trimmed = text.trim();
  const nothing = { type: null, code: null, param: null };
  if (trimmed === '') return { ...nothing, shape: 'empty', message: null };
  if (trimmed.startsWith('<')) return { ...nothing, shape: 'html', message: pageTitle(trimmed) };
  return fromNested(trimmed) ?? { ...nothing, shape: 'text', message: trimmed };
}

/** Reads a message that is itself an error body: chained gateways wrap each other's responses as text. */
function fromNested(message: string): Words | null {
  if (!message.startsWith('{') && !message.startsWith('[')) return null;
  const value = parseJson(message);
  const record = asObject(value) ?? asObjects(value)[0];
  const words = record ? fromRecord(record) : null;
  return words?.message == null ? null : words;
}

function wordsOf(body: unknown): Words {
  if (typeof body === 'string') return fromText(body);
  const record = asObject(body) ?? asObjects(body)[0];
  if (record === undefined) return { shape: 'unknown', message: null, type: null, code: null, param: null };
  const words = fromRecord(record);
  const inner = words.message === null ? null : fromNested(words.message.trim());
  if (inner === null) return words;
  return {
    ...words,
    message: inner.message,
    type: inner.type ?? words.type,
    code: inner.code ?? words.code,
    param: words.param ?? inner.param,
    outerCode: words.code,
  };
}

const requestIdMark = / ?\(request id: ([^)\s]{1,200})\)/g;

/** Aggregating gateways append metadata as ` ({...})`: it is meant for machines and remains in the recorded body. */
function withoutMetadata(message: string): string {
  const start = message.endsWith('})') ? message.indexOf(' ({') : -1;
  return start < 1 || parseJson(message.slice(start + 2, -1)) === undefined ? message : message.slice(0, start);
}

/**
 * Reads an error from a body, parsed or as text, of any shape and with any `Content-Type`. Never throws. Of several
 * request ids in a message the last one belongs to the gateway that received the request, the others to gateways behind
 * it.
 */
export function readGatewayError(body: unknown, status: number, headers: HeaderList = []): GatewayError {
  const words = wordsOf(body);
  const message = words.message?.slice(0, maxRead) ?? '';
  const ids = [...message.matchAll(requestIdMark)].map((match) => match[1]!);
  const record = asObject(body);
  const sentence = withoutMetadata(message.replace(requestIdMark, '').trim()).slice(0, maxMessage);
  return {
    status,
    shape: words.shape,
    message: sentence || null,
    type: words.type,
    code: words.code,
    param: words.param,
    requestId: ids.at(-1) ?? requestIdFromHeaders(headers) ?? asText(record?.request_id) ?? asText(record?.requestId),
    retryAfterMs: waitFromHeaders(headers) ?? words.waitMs ?? waitFromSentence(sentence),
    passedOn: isPassedOn(words, message, record, ids.length > 0 || headerOf(headers, 'x-oneapi-request-id') !== null),
  };
}

/**
 * The types that gateways of the new-api family give their own errors; errors they pass on keep the provider's type.
 */
const ownTypes: ReadonlySet<string> = new Set(['new_api_error', 'one_api_error', 'new_api_panic']);

/** LiteLLM names its exception and the provider's: "AuthenticationError: OpenAIException - Incorrect API key ...". */
const liteLlmText = /\blitellm\.\w+Error\b|\b[A-Z][A-Za-z]*Exception - /;

/**
 * Tells whether the gateway passes on an error of the provider behind it, rather than reporting its own or one about
 * the user's key.
 *
 * @param isNewApi a header or a mark in the message identifies the new-api family.
 */
function isPassedOn(
  { type, code, outerCode }: Words,
  message: string,
  body: JsonObject | null,
  isNewApi: boolean,
): boolean {
  if (message.includes(redactedKey)) return false;
  if (type === 'upstream_error' || (outerCode ?? code) === 'fail_to_fetch_task' || liteLlmText.test(message))
    return true;
  // Aggregating gateways put the provider's response next to their own message.
  if (asText(asObject(asObject(body?.error)?.metadata)?.raw) !== null) return true;
  return isNewApi && type !== null && !ownTypes.has(type);
}
