import type { SessionFault } from '../realtime/session-fault.ts';
import type { Fault } from './fault.ts';

const scenario = (name: string, title: string, about: string, session: SessionFault): Fault => ({
  name: `session-${name}`,
  title,
  about,
  routes: 'realtime',
  session,
});

const closes = (code: number | null, reason: string, title: string, about: string): Fault =>
  scenario(`close-${code ?? 'empty'}`, title, about, { afterReply: [{ do: 'close', code, reason }] });

const quota = {
  do: 'error',
  type: 'new_api_error',
  code: 'insufficient_user_quota',
  message: 'The balance of this user is not enough: remaining $0.000000, needed $0.010000',
} as const;

/** The gateway looks at the balance only when the connection is a WebSocket already. */
export const spent: SessionFault = { atOnce: [quota, { do: 'wait', ms: 30 }, { do: 'reset' }] };

/** What can happen to a realtime session. */
export const sessionFaults: readonly Fault[] = [
  closes(
    1000,
    'conversation over',
    'Ended by the server',
    'After its first answer the server ends the session in good order.',
  ),
  closes(1001, 'server is going away', 'Server goes away', 'After its first answer the server closes with 1001.'),
  closes(null, '', 'Closed without a code', 'After its first answer the server closes without code and reason.'),
  closes(1007, 'invalid payload', 'Closed for invalid data', 'After its first answer the server closes with 1007.'),
  closes(1008, 'content policy', 'Closed by policy', 'After its first answer the server closes with 1008.'),
  closes(1009, 'message too big', 'Closed for size', 'After its first answer the server closes with 1009.'),
  closes(1011, 'internal error', 'Server error', 'After its first answer the server closes with 1011.'),
  closes(1012, 'service restart', 'Service restarts', 'After its first answer the server closes with 1012.'),
  closes(1013, 'try again later', 'Try again later', 'After its first answer the server closes with 1013.'),
  closes(
    3000,
    'invalid_request_error.invalid_api_key',
    'Key refused by close code',
    'After its first answer the server closes with 3000.',
  ),
  closes(
    4321,
    'a reason of its own',
    'A code of its own',
    'After its first answer the server closes with a code that nobody knows.',
  ),
  scenario('reset', 'Connection reset', 'After its first answer the connection is reset, without a close frame.', {
    // A reset throws away what is still on its way.
    afterReply: [{ do: 'wait', ms: 30 }, { do: 'reset' }],
  }),
  scenario(
    'drop',
    'Connection dropped',
    'After its first answer the relay drops the connection and hides why: the client sees 1006.',
    {
      afterReply: [{ do: 'drop' }],
    },
  ),
  scenario('dead', 'No pong', 'The session is made, and then nobody answers, not even to pings.', { isDead: true }),
  scenario('mute', 'Silence with pongs', 'Pings are answered, and nothing else is.', { isMute: true }),
  scenario('deaf', 'Reads nothing', 'The server no longer reads: what is sent piles up.', { isDeaf: true }),
  scenario('nothing', 'No session', 'The upgrade works, and no session is ever made.', { atOnce: [] }),
  scenario(
    'malformed',
    'Malformed events',
    'After an answer come broken JSON, unknown events and an event named __proto__; the session goes on.',
    {
      afterReply: [
        { do: 'text', text: '{"type":"response.done","response":{' },
        { do: 'text', text: '{"type":"__proto__","__proto__":{"polluted":true}}' },
        { do: 'text', text: '{"type":"constructor"}' },
        { do: 'text', text: '{"type":"demo.never_heard_of","event_id":"event_x"}' },
        { do: 'text', text: '[1,2,3]' },
        { do: 'text', text: '{"type":7}' },
      ],
    },
  ),
  scenario('flood', 'A hundred bad frames', 'After an answer come a hundred frames that are no events.', {
    afterReply: [{ do: 'text', text: 'not json', times: 100 }],
  }),
  scenario('binary', 'Binary frame', 'After an answer comes a frame of bytes, where only text is spoken.', {
    afterReply: [{ do: 'binary', bytes: 64 }],
  }),
  scenario('bad-text', 'Text that is no UTF-8', 'After an answer comes a text frame whose bytes are no text.', {
    afterReply: [{ do: 'bad-text' }],
  }),
  scenario('huge', 'A message over 16 MiB', 'After an answer comes one message of 17 MiB.', {
    afterReply: [{ do: 'text', text: `{"type":"demo.huge","text":"${'x'.repeat(1024)}`, times: -17 * 1024 }],
  }),
  scenario('error-event', 'Error event', 'After an answer comes an error event, and the session goes on.', {
    afterReply: [
      {
        do: 'error',
        type: 'server_error',
        code: 'server_error',
        message: 'The server had an error while processing your request.',
      },
    ],
  }),
  scenario(
    'quota',
    'Quota after the upgrade',
    'The upgrade works; then an error event says that the balance is not enough, and the connection is reset.',
    spent,
  ),
  scenario(
    'quota-mid',
    'Quota spent in the middle',
    'The balance ends during the session: the relay drops it without a word.',
    {
      afterReply: [{ do: 'drop' }],
    },
  ),
  scenario(
    'upstream-down',
    'Upstream down after the upgrade',
    'The upgrade works; then the gateway cannot reach the service behind it.',
    {
      atOnce: [
        {
          do: 'error',
          type: 'upstream_error',
          code: 'do_request_failed',
          message: 'dial upstream: connection refused',
        },
        { do: 'wait', ms: 30 },
        { do: 'drop' },
      ],
    },
  ),
  scenario(
    'model-missing',
    'No model after the upgrade',
    'The upgrade works; then an error event says that nobody serves the model.',
    {
      atOnce: [
        {
          do: 'error',
          type: 'new_api_error',
          code: 'model_not_found',
          message: 'No available channel for model under group default',
        },
        { do: 'wait', ms: 30 },
        { do: 'drop' },
      ],
    },
  ),
  scenario('one-turn', 'One turn only', 'The relay finds no price after the first turn and drops the session.', {
    afterReply: [{ do: 'wait', ms: 20 }, { do: 'drop' }],
  }),
  scenario('expires', 'Session limit', 'The session lasts two seconds; then it says so and closes with 1001.', {
    lastsMs: 2000,
  }),
  scenario('beta-only', 'Beta dialect only', 'An old gateway: the fields of the GA dialect are refused.', {
    only: { dialect: 'beta', closes: false },
  }),
  scenario('ga-only', 'GA dialect only', 'The fields of the beta dialect are refused.', {
    only: { dialect: 'ga', closes: false },
  }),
  scenario(
    'beta-closed',
    'Beta no longer supported',
    'A client of the beta dialect is thrown out with close code 4000.',
    {
      only: { dialect: 'ga', closes: true },
    },
  ),
  scenario(
    'strict',
    'Strict relay',
    'A value of another type than the relay has ends the session, such as a tool choice that is an object.',
    {
      isStrict: true,
    },
  ),
  scenario('no-transcript', 'Transcription fails', 'What the client says cannot be transcribed.', {
    cannotTranscribe: true,
  }),
];
