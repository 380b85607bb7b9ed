import { redactedKey } from '../redaction/redact.ts';
import { type ErrorWords, errorWords, maxRead, noWords } from './failures/error-words.ts';
import { type HeaderList, headerOf, requestIdFromHeaders } from './failures/headers.ts';
import { brokenFields, pageTitle, pageWords, xmlFields } from './failures/sentences.ts';
import { waitFromHeaders, waitFromSentence } from './failures/waits.ts';
import { asObject, asText, parseJson } from './intake/json-value.ts';

/** The form of an error body. `document` is JSON or XML. */
export type ErrorShape = 'document' | 'html' | 'text' | 'empty';

/** The content of an error body, whatever its shape. Blank strings are `null`. */
export interface GatewayError {
  status: number;
  shape: ErrorShape;
  /** The gateway's message without appended ids and metadata. At most 4,096 characters. */
  message: string | null;
  /** The title of a page. */
  title: string | null;
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

type Found = ErrorWords & Pick<GatewayError, 'shape' | 'title'>;

const maxMessage = 4096;

function fromText(text: string): Found {
  const trimmed = text.trim();
  const nothing = { ...noWords, title: null };
  if (trimmed === '') return { ...nothing, shape: 'empty' };
  if (!trimmed.startsWith('<')) {
    const isDocument = /^["[{]/.test(trimmed) && parseJson(trimmed) !== undefined;
    const fields = isDocument || !/^[[{]/.test(trimmed) ? null : errorWords(brokenFields(trimmed));
    const words = fields?.message ? fields : errorWords(trimmed);
    return { ...nothing, ...words, shape: isDocument ? 'document' : 'text' };
  }
  const fields = xmlFields(trimmed);
  return fields
    ? { ...nothing, ...errorWords(fields), shape: 'document' }
    : { ...nothing, shape: 'html', message: pageWords(trimmed), title: pageTitle(trimmed) };
}

function wordsOf(body: unknown): Found {
  if (typeof body === 'string') return fromText(body);
  const words = errorWords(body);
  // Proxies put the page of the service behind them into a field.
  const page = words.message?.startsWith('<') ? fromText(words.message) : null;
  return { ...words, title: null, shape: 'document', ...(page && { message: page.message }) };
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
  const sentence = withoutMetadata(message.replace(requestIdMark, '').trim()).slice(0, maxMessage);
  const isNewApi = ids.length > 0 || headerOf(headers, 'x-oneapi-request-id') !== null;
  return {
    status,
    shape: words.shape,
    message: sentence || null,
    title: words.title,
    type: words.type ?? typeFromHeaders(headers),
    code: words.code,
    param: words.param,
    requestId: ids.at(-1) ?? requestIdFromHeaders(headers) ?? words.requestId,
    retryAfterMs: waitFromHeaders(headers) ?? words.waitMs ?? waitFromSentence(sentence),
    passedOn: isPassedOn(words, message, body, isNewApi),
  };
}

/** AWS names the exception in a header: `ValidationException:http://internal.amazon.com/...`. */
const typeFromHeaders = (headers: HeaderList): string | null =>
  headerOf(headers, 'x-amzn-errortype')?.split(':')[0]?.trim() || null;

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
function isPassedOn({ type, code, outerCode }: ErrorWords, message: string, body: unknown, isNewApi: boolean): boolean {
  if (message.includes(redactedKey)) return false;
  if (type === 'upstream_error' || (outerCode ?? code) === 'fail_to_fetch_task' || liteLlmText.test(message))
    return true;
  // Aggregating gateways put the provider's response next to their own message.
  if (asText(asObject(asObject(asObject(body)?.error)?.metadata)?.raw) !== null) return true;
  return isNewApi && type !== null && !ownTypes.has(type);
}
