import { redactedKey } from '../redaction/redact.ts';
import { type HeaderList, headerOf, requestIdFromHeaders } from './failures/headers.ts';
import { pageTitle } from './failures/markup.ts';
import { sentenceOf } from './failures/sentences.ts';
import { waitFromDetails, waitFromHeaders, waitFromSentence } from './failures/waits.ts';
import { asArray, asObject, asObjects, asText, type JsonObject } from './intake/json-value.ts';

/**
 * The form an error came in. `compatible` has `error{message,type,...}`, `native` has `error{code,status,details}`,
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

/** What an error body says, whatever its shape. Blank strings are `null`. */
export interface GatewayError {
  status: number;
  shape: ErrorShape;
  /** The gateway's sentence without its decorations; the title for a page. At most 4,096 characters. */
  message: string | null;
  /** `type`, or the status word of the native surface (`INVALID_ARGUMENT`). */
  type: string | null;
  /** Always text: gateways write codes as strings and as numbers. */
  code: string | null;
  param: string | null;
  requestId: string | null;
  /** Milliseconds. */
  retryAfterMs: number | null;
  /** The words are those of the provider behind the gateway. */
  passedOn: boolean;
}

type Words = Pick<GatewayError, 'message' | 'type' | 'code' | 'param'> & {
  shape: ErrorShape;
  waitMs?: number | null;
  /** Of the body itself, where its sentence holds another error. */
  outerCode?: string | null;
};

const maxMessage = 4096;
/** More of a sentence is not looked at: a body may be one sentence of many megabytes. */
const maxSaid = 16_384;

function codeText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : asText(value);
}

/** FastAPI back ends answer 422 with the place of each fault: `{"detail":[{"loc":["body","messages"],"msg":...}]}`. */
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

/** Aggregating gateways say only "Provider returned error" and keep the real sentence in `metadata.raw`. */
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

/** A sentence that is itself an error body: gateways in a chain wrap each other's answers as text. */
function fromNested(message: string): Words | null {
  if (!message.startsWith('{') && !message.startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(message);
    const record = asObject(value) ?? asObjects(value)[0];
    const words = record ? fromRecord(record) : null;
    return words === null || words.message === null ? null : words;
  } catch {
    return null;
  }
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

/** Aggregating gateways append metadata as ` ({...})`: it is for machines, and the recorded body keeps it. */
function withoutMetadata(message: string): string {
  const start = message.endsWith('})') ? message.indexOf(' ({') : -1;
  if (start < 1) return message;
  try {
    JSON.parse(message.slice(start + 2, -1));
    return message.slice(0, start);
  } catch {
    return message;
  }
}

/**
 * Reads an error from a body, parsed or as text, of any shape and with any `Content-Type`. Never throws. Of several
 * request ids in a sentence the last one belongs to the gateway that was asked, the others to gateways behind it.
 */
export function readGatewayError(body: unknown, status: number, headers: HeaderList = []): GatewayError {
  const words = wordsOf(body);
  const said = words.message?.slice(0, maxSaid) ?? '';
  const ids = [...said.matchAll(requestIdMark)].map((match) => match[1]!);
  const record = asObject(body);
  const sentence = withoutMetadata(said.replace(requestIdMark, '').trim()).slice(0, maxMessage);
  return {
    status,
    shape: words.shape,
    message: sentence || null,
    type: words.type,
    code: words.code,
    param: words.param,
    requestId: ids.at(-1) ?? requestIdFromHeaders(headers) ?? asText(record?.request_id) ?? asText(record?.requestId),
    retryAfterMs: waitFromHeaders(headers) ?? words.waitMs ?? waitFromSentence(sentence),
    passedOn: isPassedOn({
      body,
      headers,
      message: said,
      type: words.type,
      outerCode: words.outerCode ?? words.code,
      hasIdMark: ids.length > 0,
    }),
  };
}

/** What tells whose words an error is made of. */
interface Spoken {
  body: unknown;
  headers: HeaderList;
  message: string;
  type: string | null;
  /** The gateway's own code, before that of an error inside its sentence. */
  outerCode: string | null;
  /** The sentence names a request id as gateways of the new-api family append it. */
  hasIdMark: boolean;
}

/** What gateways of the new-api family call their own errors; what they pass on keeps the provider's type. */
const ownTypes: ReadonlySet<string> = new Set(['new_api_error', 'one_api_error', 'new_api_panic']);

/** LiteLLM names its exception and the provider's: "AuthenticationError: OpenAIException - Incorrect API key ...". */
const liteLlmText = /\blitellm\.\w+Error\b|\b[A-Z][A-Za-z]*Exception - /;

/** Whether the gateway passes on what the provider behind it said, and does not speak for itself or about the user's key. */
function isPassedOn({ body, headers, message, type, outerCode, hasIdMark }: Spoken): boolean {
  if (message.includes(redactedKey)) return false;
  if (type === 'upstream_error' || outerCode === 'fail_to_fetch_task' || liteLlmText.test(message)) return true;
  // Aggregating gateways keep the provider's answer beside their own sentence.
  if (asText(asObject(asObject(asObject(body)?.error)?.metadata)?.raw) !== null) return true;
  const isNewApi = hasIdMark || headerOf(headers, 'x-oneapi-request-id') !== null;
  return isNewApi && type !== null && !ownTypes.has(type);
}
