import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord } from '../json-value.ts';
import { relayError, signed, withHeaders } from '../responses/errors.ts';
import { isStreamed, jsonReply, type Reply, rawReply, type Step } from '../responses/reply.ts';
import { breakOff, mapDocuments, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

const refuse = (status: number, document: unknown): Reply => ({ ...jsonReply(document), status });

/** An error that an upstream words its own way. */
const worded = (
  name: string,
  title: string,
  about: string,
  status: number,
  document: (authorized: AuthorizedRequest) => unknown,
): Fault => ({
  name,
  title,
  about,
  routes: 'any',
  instead: (authorized) => refuse(status, document(authorized)),
});

/** Repeats the key of the caller in every place where one can leak. */
function echoCredentials(reply: Reply, authorized: AuthorizedRequest): Reply {
  const message = `Incorrect API key provided: ${authorized.key}. Authorization was: Bearer ${authorized.key}`;
  const headers = { 'x-echo-authorization': `Bearer ${authorized.key}` };
  const error = { error: { message, type: 'authentication_error', param: null, code: 'invalid_api_key' } };
  if (!isStreamed(reply)) return withHeaders(refuse(400, error), headers);
  const failing = breakOff(reply, { do: 'send', mark: 'frame', document: error });
  return withHeaders(failing, headers);
}

/** The many shapes of error bodies in the wild, with status 200 where they really come so. */
export const errorShapeFaults: readonly Fault[] = [
  {
    name: 'error-as-event-stream',
    title: 'Error labelled as a stream',
    about: 'Status 400 with a plain JSON error whose content type says event stream.',
    routes: 'any',
    instead: (authorized) =>
      withHeaders(relayError(authorized, 400, { message: 'bad', type: 'upstream_error', param: '', code: 400 }), {
        'content-type': 'text/event-stream',
      }),
  },
  {
    name: 'error-chunk',
    title: 'Error in a chunk without choices',
    about: 'The error comes inside a regular chunk whose list of choices is empty.',
    routes: 'chat',
    alter: (reply) =>
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
  },
  {
    name: 'error-beside-choices',
    title: 'Error beside empty choices',
    about: 'Status 200 with an empty list of choices and an error next to it.',
    routes: 'text',
    alter: (reply) =>
      mapDocuments(withSteps(reply, firstOnly), (document) => ({
        ...asRecord(document),
        choices: [],
        error: { message: 'The upstream answered nothing', type: 'upstream_error', code: 'empty_response' },
      })),
  },
  {
    name: 'error-numeric-code',
    title: 'Error of a Python server',
    about: 'The error in the stream has the shape of common Python servers, with a number as its code.',
    routes: 'text',
    alter: (reply) => {
      const error = {
        object: 'error',
        message: 'maximum context length is 4096',
        type: 'BadRequestError',
        param: null,
        code: 400,
      };
      return breakOff(reply, { do: 'send', mark: 'frame', document: { error } });
    },
  },
  worded(
    'success-false',
    'Console error with status 200',
    'Status 200 with success false and a message, as the console answers.',
    200,
    () => ({
      success: false,
      message: 'Failed to read the group of this token',
    }),
  ),
  worded(
    'success-false-error',
    'Success false with an error',
    'Success is false and the error carries its own status.',
    502,
    () => ({
      success: false,
      error: { code: 'UPSTREAM_DOWN', status: 502, message: 'The upstream is down' },
    }),
  ),
  worded('error-string', 'Error as a plain text field', 'The error is one text and not an object.', 500, () => ({
    error: 'something went wrong upstream',
  })),
  worded('message-only', 'Message and nothing else', 'The body holds only a message.', 500, () => ({
    message: 'The upstream refused the request',
  })),
  worded(
    'nested-message',
    'Message deep inside',
    'The message hides two levels below a field named response.',
    500,
    () => ({
      response: { error: { message: 'The upstream refused the request' } },
    }),
  ),
  worded(
    'detail-list',
    'List of field errors',
    'A list of fields with what is wrong with each, as Python servers send it.',
    422,
    () => ({
      detail: [
        { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required' },
        { type: 'less_than_equal', loc: ['body', 'temperature'], msg: 'Input should be less than or equal to 2' },
      ],
    }),
  ),
  worded(
    'task-error',
    'Flat task error',
    'Code, message and data lie at the top, as on the video routes.',
    400,
    (authorized) => ({
      code: 'invalid_request',
      message: signed('prompt is required', authorized),
      data: null,
    }),
  ),
  worded(
    'description-error',
    'Error with a description',
    'The text is called description and the code is a number.',
    400,
    () => ({
      description: 'parameter_error',
      type: 'upstream_error',
      code: 4,
    }),
  ),
  worded(
    'google-error',
    'Native vendor error',
    'The error of the native vendor, with a status word and a delay to wait.',
    429,
    () => ({
      error: {
        code: 429,
        message: 'You exceeded your current quota.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17s' }],
      },
    }),
  ),
  worded('array-wrapped', 'Error in a list', 'The error object is the only entry of a list.', 400, () => [
    { error: { code: 400, message: 'Invalid value at contents', status: 'INVALID_ARGUMENT' } },
  ]),
  worded(
    'chained-request-ids',
    'Error from a chain of gateways',
    'The message carries the request ids of three gateways and masked addresses.',
    500,
    (authorized) => ({
      error: {
        message: signed(
          'dial tcp ***.***.***.***: refused by https://***.com/*** (request id: 2026A) (request id: 2026B)',
          authorized,
        ),
        type: 'upstream_error',
        param: '',
        code: 'do_request_failed',
      },
    }),
  ),
  {
    name: 'plain-text-error',
    title: 'Error as plain text',
    about: 'Status 500 with one line of plain text.',
    routes: 'any',
    instead: () =>
      rawReply(500, 'text/plain; charset=utf-8', 'upstream connect error or disconnect/reset before headers'),
  },
  {
    name: 'echo-credentials',
    title: 'Key repeated by the gateway',
    about:
      'The gateway repeats your key in a header, in the body and in an error of the stream, to see that it is hidden.',
    routes: 'any',
    alter: echoCredentials,
  },
];

function* firstOnly(steps: Iterable<Step>): Generator<Step> {
  for (const step of steps) {
    yield step;
    return;
  }
}
