import { asRecord } from '#demo/json-value.ts';
import { rawReply, relayError, type Step, signed, withHeaders } from '#demo/responses/reply.ts';
import { breakOff, mapDocuments, withSteps } from '#demo/responses/steps.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { worded } from '#demo/scenarios/statuses.ts';

function* firstOnly(steps: Iterable<Step>): Generator<Step> {
  for (const step of steps) {
    yield step;
    return;
  }
}

/** The many shapes of error bodies in the wild, with status 200 where they really have it. */
export const errorShapeFaults = faultsOf(
  `
  error-as-event-stream | any
  error-chunk | chat
  error-beside-choices | text
  error-numeric-code | text
  success-false-error | any
  error-string | any
  message-only | any
  nested-message | any
  detail-list | any
  task-error | any
  description-error | any
  google-error | any
  array-wrapped | any
  chained-request-ids | any
  plain-text-error | any
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
  },
);
