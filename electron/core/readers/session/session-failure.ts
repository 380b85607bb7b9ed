import { type Failure, failure } from '#shared/protocol/failure.ts';
import { failureFromBody } from '../classify.ts';
import { fieldsIn, type JsonFields, textIn } from './session-line.ts';

/** Refused actions that change nothing about the session. */
const harmless: ReadonlySet<string> = new Set([
  'input_audio_buffer_commit_empty',
  'conversation_already_has_active_response',
  'response_cancel_not_active',
]);

export interface SessionError {
  failure: Failure;
  /** Id of the refused event. */
  eventId: string | null;
  isExpiry: boolean;
}

/** Tells whether an `error` event ends the session, whatever happens to its socket. */
export const isExpiry = (event: JsonFields): boolean => textIn(fieldsIn(event, 'error'), 'code') === 'session_expired';

/** Reads an `error` event of a session, classified like the error of a response: by its message. */
export function readSessionError(event: JsonFields): SessionError {
  const error = fieldsIn(event, 'error');
  const code = textIn(error, 'code');
  const isOver = isExpiry(event);
  const isHarmless = code !== null && harmless.has(code);
  const named = failureFromBody({ error }, { status: 200 });
  const says = textIn(error, 'message') ?? 'the gateway reported an error without a message';
  const place = /\s?\(reported inside a response with status 200[^()]*\)/;
  return {
    eventId: textIn(error, 'event_id'),
    isExpiry: isOver,
    failure: isOver
      ? failure('rejected', `The session has ended: ${says}`, {
          ...named,
          effect: 'arrived-kept',
          hint: 'Continue in a new session.',
          status: 101,
        })
      : { ...named, message: named.message.replace(place, ''), status: 101, retryable: isHarmless || named.retryable },
  };
}

/** Tells whether a refusal says that the session uses the wrong dialect. */
export function refusesDialect(event: JsonFields): boolean {
  const error = fieldsIn(event, 'error');
  const code = textIn(error, 'code') ?? '';
  const param = textIn(error, 'param') ?? '';
  const message = textIn(error, 'message') ?? '';
  if (/beta api/i.test(message) || /beta_api/.test(code)) return true;
  const isShape = /^(?:unknown_parameter|invalid_value|missing_required_parameter|invalid_type)$/.test(code);
  return isShape && (dialectFields.test(param) || dialectFields.test(message));
}

/** Fields of `session.update` that only one dialect has. */
const dialectFields =
  /session\.(?:type|audio|output_modalities|modalities|voice|input_audio_format|output_audio_format|input_audio_transcription|turn_detection|input_audio_noise_reduction|speed|temperature|max_response_output_tokens|max_output_tokens)\b/;
