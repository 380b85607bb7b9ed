import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord } from '../json-value.ts';
import { relayError, signed, withHeaders } from '../responses/errors.ts';
import { isStreamed, jsonReply, type Reply, rawReply, type Step } from '../responses/reply.ts';
import { breakOff, mapDocuments, withSteps } from '../responses/steps.ts';
import { type Effect, faultsOf } from './fault.ts';

const refuse = (status: number, document: unknown): Reply => ({ ...jsonReply(document), status });

/** Returns an upstream error with its own wording. */
const worded = (status: number, document: (authorized: AuthorizedRequest) => unknown): Effect => ({
  instead: (authorized) => refuse(status, document(authorized)),
});

/** Repeats the caller's key in every place where one can leak. */
function echoCredentials(reply: Reply, authorized: AuthorizedRequest): Reply {
  const message = `Incorrect API key provided: ${authorized.key}. Authorization was: Bearer ${authorized.key}`;
  const headers = { 'x-echo-authorization': `Bearer ${authorized.key}` };
  const error = { error: { message, type: 'authentication_error', param: null, code: 'invalid_api_key' } };
  if (!isStreamed(reply)) return withHeaders(refuse(400, error), headers);
  const failing = breakOff(reply, { do: 'send', mark: 'frame', document: error });
  return withHeaders(failing, headers);
}

/** The many shapes of error bodies in the wild, with status 200 where they really have it. */
export const errorShapeFaults = faultsOf(
  `
  error-as-event-stream | any | Error labeled as a stream | Status 400 with a plain JSON error whose content type is event stream.
  error-chunk | chat | Error in a chunk without choices | The error arrives in a regular chunk with an empty choices list.
  error-beside-choices | text | Error next to empty choices | Status 200 with an empty choices list and an error next to it.
  error-numeric-code | text | Python server error | The error in the stream has the format of common Python servers, with a numeric code.
  success-false | any | Console error with status 200 | Status 200 with success false and a message, as the console returns.
  success-false-error | any | Success false with an error | Success is false, and the error contains its own status.
  error-string | any | Error as a string | The error is a string instead of an object.
  message-only | any | Only a message | The body contains only a message.
  nested-message | any | Nested message | The message is two levels below a field named response.
  detail-list | any | List of field errors | A list of fields with their errors, as Python servers return it.
  task-error | any | Flat task error | Code, message and data are at the top level, as on the video routes.
  description-error | any | Error with a description | The message field is named description, and the code is a number.
  google-error | any | Native vendor error | The error of the native vendor, with a status and a retry delay.
  array-wrapped | any | Error in a list | The error object is the only entry of a list.
  chained-request-ids | any | Error from a chain of gateways | The message contains the request IDs of three gateways and masked URLs.
  plain-text-error | any | Error as plain text | Status 500 with one line of plain text.
  echo-credentials | any | Key echoed by the gateway | The gateway repeats your key in a header, in the body and in a stream error, to test redaction.
`,
  {
    'error-as-event-stream': {
      instead: (authorized) =>
        withHeaders(relayError(authorized, 400, { message: 'bad', type: 'upstream_error', param: '', code: 400 }), {
          'content-type': 'text/event-stream',
        }),
    },
    'error-chunk': (reply) =>
      breakOff(reply, {
        do: 'send',
        mark: 'frame',
        document: {
          id: 'chatcmpl-error',
          object: 'chat.completion.chunk',
          choices: [],
          error: { message: 'The upstream broke', type: 'upstream_error', code: 502 },
        },
      }),
    'error-beside-choices': (reply) =>
      mapDocuments(withSteps(reply, firstOnly), (document) => ({
        ...asRecord(document),
        choices: [],
        error: { message: 'The upstream answered nothing', type: 'upstream_error', code: 'empty_response' },
      })),
    'error-numeric-code': (reply) => {
      const error = {
        object: 'error',
        message: 'maximum context length is 4096',
        type: 'BadRequestError',
        param: null,
        code: 400,
      };
      return breakOff(reply, { do: 'send', mark: 'frame', document: { error } });
    },
    'success-false': worded(200, () => ({ success: false, message: 'Failed to read the group of this token' })),
    'success-false-error': worded(502, () => ({
      success: false,
      error: { code: 'UPSTREAM_DOWN', status: 502, message: 'The upstream is down' },
    })),
    'error-string': worded(500, () => ({ error: 'something went wrong upstream' })),
    'message-only': worded(500, () => ({ message: 'The upstream refused the request' })),
    'nested-message': worded(500, () => ({ response: { error: { message: 'The upstream refused the request' } } })),
    'detail-list': worded(422, () => ({
      detail: [
        { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required' },
        { type: 'less_than_equal', loc: ['body', 'temperature'], msg: 'Input should be less than or equal to 2' },
      ],
    })),
    'task-error': worded(400, (authorized) => ({
      code: 'invalid_request',
      message: signed('prompt is required', authorized),
      data: null,
    })),
    'description-error': worded(400, () => ({ description: 'parameter_error', type: 'upstream_error', code: 4 })),
    'google-error': worded(429, () => ({
      error: {
        code: 429,
        message: 'You exceeded your current quota.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17s' }],
      },
    })),
    'array-wrapped': worded(400, () => [
      { error: { code: 400, message: 'Invalid value at contents', status: 'INVALID_ARGUMENT' } },
    ]),
    'chained-request-ids': worded(500, (authorized) => ({
      error: {
        message: signed(
          'dial tcp ***.***.***.***: refused by https://***.com/*** (request id: 2026A) (request id: 2026B)',
          authorized,
        ),
        type: 'upstream_error',
        param: '',
        code: 'do_request_failed',
      },
    })),
    'plain-text-error': {
      instead: () =>
        rawReply(500, 'text/plain; charset=utf-8', 'upstream connect error or disconnect/reset before headers'),
    },
    'echo-credentials': echoCredentials,
  },
);

function* firstOnly(steps: Iterable<Step>): Generator<Step> {
  for (const step of steps) {
    yield step;
    return;
  }
}
