import { type Failure, failure } from '#shared/protocol/failure.ts';
import { classify } from '../classify.ts';
import { fieldsOf } from '../failures/error-fields.ts';
import { readGatewayError } from '../gateway-error.ts';
import { asObject, type JsonObject } from '../intake/json-value.ts';
import { type JsonFields, ownIn, textIn } from './session-line.ts';

/** Refused actions that change nothing about the session. */
export const harmless: ReadonlySet<string> = new Set([
  'input_audio_buffer_commit_empty',
  'conversation_already_has_active_response',
  'response_cancel_not_active',
]);

export interface SessionError {
  failure: Failure;
  /** Id of the refused event. */
  eventId: string | null;
  isExpiry: boolean;
  /** The refused action changed nothing. */
  isHarmless: boolean;
}

/** Fields in which servers wrap an error, outermost first. */
const wrappers = ['error', 'data', 'payload', 'details', 'detail', 'message'] as const;
const mostLayers = 4;

const isNamed = (record: JsonObject): boolean =>
  fieldsOf(record).sentence !== null || ['code', 'type', 'reason'].some((name) => isCode(ownIn(record, name)));
const isCode = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Returns an error as a record: a sentence, a record, or a record inside others; `null` where nothing is an error. */
export function errorIn(value: unknown, layers = mostLayers): JsonObject | null {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return null;
    // A single word is the code of the error.
    return /^[\w.-]{1,100}$/.test(text) ? { message: text, code: text } : { message: text };
  }
  const record = asObject(value);
  if (record === null || layers === 0) return null;
  const inner = wrappers
    .map((name) => ownIn(record, name))
    .map((found) => (asObject(found) ? errorIn(found, layers - 1) : null))
    .find((found) => found !== null);
  if (inner) return inner;
  return isNamed(record) ? record : null;
}

/** Returns the error that an event reports, wherever it is: in `error`, in another field, or in the event itself. */
function errorOf(event: JsonFields): JsonObject {
  const { type, ...rest } = event;
  const found = errorIn(ownIn(event, 'error')) ?? errorIn(rest) ?? {};
  // A server that names its event after its error has no other place for the error's type.
  const isErrorType = typeof type === 'string' && /_error$/.test(type);
  return isErrorType && !('type' in found) ? { ...found, type } : found;
}

/** Where a classified sentence says that the error was inside a response, which a session is not. */
const place = /\s?\(reported inside a response with status 200[^()]{0,300}\)/;

/**
 * Classifies an error of a session like the error of a response: by its message, code and type.
 *
 * @param silent what is said of an error without any words.
 */
export function failureOfError(error: JsonObject, silent: string): Failure {
  const stated = 'message' in error ? error : { ...error, message: fieldsOf(error).sentence ?? ownIn(error, 'reason') };
  const named = classify(readGatewayError({ error: stated }, 200));
  const isSilent = named.gatewayMessage === null && named.gatewayCode === null && named.type === null;
  // Not a status of this response: the handshake was answered with 101, and the session went on.
  return { ...named, message: isSilent ? silent : named.message.replace(place, ''), status: null };
}

/** Tells whether an `error` event ends the session, whatever happens to its socket. */
export const isExpiry = (event: JsonFields): boolean => textIn(errorOf(event), 'code') === 'session_expired';

/** Reads an `error` event of a session. */
export function readSessionError(event: JsonFields): SessionError {
  const error = errorOf(event);
  const code = textIn(error, 'code');
  const isOver = isExpiry(event);
  const isHarmless = code !== null && harmless.has(code);
  const named = failureOfError(error, 'The gateway reported an error without a message.');
  const says = named.gatewayMessage ?? 'the gateway gave no message';
  return {
    eventId: textIn(error, 'event_id'),
    isExpiry: isOver,
    isHarmless,
    failure: isOver
      ? failure('rejected', `The session has ended: ${says}`, {
          ...named,
          effect: 'arrived-kept',
          hint: 'Continue in a new session.',
        })
      : { ...named, retryable: isHarmless || named.retryable },
  };
}

/** Tells whether a refusal says that the session uses the wrong dialect. */
export function refusesDialect(event: JsonFields): boolean {
  const error = errorOf(event);
  const code = textIn(error, 'code') ?? '';
  const param = textIn(error, 'param') ?? '';
  const message = textIn(error, 'message') ?? '';
  if (/beta api/i.test(message) || /beta_api/.test(code)) return true;
  if (/^(?:unknown_parameter|missing_required_parameter)$/.test(code))
    return dialectFields.test(param) || dialectFields.test(message);
  // Both dialects give most fields the same value: another dialect would not make it a good one.
  const isValue = /^(?:invalid_value|invalid_type)$/.test(code);
  return isValue && (dialectValues.test(param) || (param === '' && dialectValues.test(message)));
}

/**
 * Tells whether a refusal says that a transcription session takes no `model` in its address: OpenAI reads the model from
 * the settings alone (openai/openai-python#2652, livekit/agents-js#1756), and gateways route by the address.
 */
export const refusesModel = (event: JsonFields): boolean =>
  /must not provide a model|not supported in transcription mode|model parameter for transcription/i.test(
    textIn(errorOf(event), 'message') ?? '',
  );

/** Fields of `session.update` that only one dialect has. */
const dialectFields =
  /session\.(?:type|audio|output_modalities|modalities|voice|input_audio_format|output_audio_format|input_audio_transcription|turn_detection|input_audio_noise_reduction|speed|temperature|max_response_output_tokens|max_output_tokens)\b/;

/** Fields of it to which the dialects give other values, at the end of a path. */
const dialectValues =
  /session\.(?:type|audio|audio\.(?:input|output)|audio\.(?:input|output)\.format(?:\.type)?|output_modalities|modalities|input_audio_format|output_audio_format)(?![\w.])/;
