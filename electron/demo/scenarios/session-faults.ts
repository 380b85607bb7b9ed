import { type Effect, faultsOf } from './fault.ts';
import type { SessionFault } from './scenario.ts';

const scenario = (session: SessionFault): Effect => ({ session });
const closes = (code: number | null, reason: string): Effect =>
  scenario({ afterReply: [{ do: 'close', code, reason }] });

const refusedAtOnce = (type: string, code: string, message: string): Effect =>
  scenario({ atOnce: [{ do: 'error', type, code, message }, { do: 'wait', ms: 30 }, { do: 'drop' }] });

const quota = {
  do: 'error',
  type: 'new_api_error',
  code: 'insufficient_user_quota',
  message: 'The balance of this user is not enough: remaining $0.000000, needed $0.010000',
} as const;

/** The gateway checks the balance only after the WebSocket is open. */
export const spent: SessionFault = { atOnce: [quota, { do: 'wait', ms: 30 }, { do: 'reset' }] };

/** What can happen to a realtime session. */
export const sessionFaults = faultsOf(
  `
  session-close-1000 | realtime | Ended by the server | After its first answer the server ends the session in good order.
  session-close-1001 | realtime | Server goes away | After its first answer the server closes with 1001.
  session-close-empty | realtime | Closed without a code | After its first answer the server closes without code and reason.
  session-close-1007 | realtime | Closed for invalid data | After its first answer the server closes with 1007.
  session-close-1008 | realtime | Closed by policy | After its first answer the server closes with 1008.
  session-close-1009 | realtime | Closed for size | After its first answer the server closes with 1009.
  session-close-1011 | realtime | Server error | After its first answer the server closes with 1011.
  session-close-1012 | realtime | Service restarts | After its first answer the server closes with 1012.
  session-close-1013 | realtime | Try again later | After its first answer the server closes with 1013.
  session-close-3000 | realtime | Key refused by close code | After its first answer the server closes with 3000.
  session-close-4321 | realtime | A code of its own | After its first answer the server closes with a code that nobody knows.
  session-reset | realtime | Connection reset | After its first answer the connection is reset, without a close frame.
  session-drop | realtime | Connection dropped | After its first answer the relay drops the connection and hides why: the client sees 1006.
  session-dead | realtime | No pong | The session is made, and then nobody answers, not even to pings.
  session-mute | realtime | Silence with pongs | Pings are answered, and nothing else is.
  session-deaf | realtime | Reads nothing | The server no longer reads: what is sent piles up.
  session-nothing | realtime | No session | The upgrade works, and no session is ever made.
  session-malformed | realtime | Malformed events | After an answer come broken JSON, unknown events and an event named __proto__; the session goes on.
  session-flood | realtime | A hundred bad frames | After an answer come a hundred frames that are no events.
  session-binary | realtime | Binary frame | After an answer comes a frame of bytes, where only text is spoken.
  session-bad-text | realtime | Text that is no UTF-8 | After an answer comes a text frame whose bytes are no text.
  session-huge | realtime | A message over 16 MiB | After an answer comes one message of 17 MiB.
  session-error-event | realtime | Error event | After an answer comes an error event, and the session goes on.
  session-quota | realtime | Quota after the upgrade | The upgrade works; then an error event says that the balance is not enough, and the connection is reset.
  session-quota-mid | realtime | Quota spent in the middle | The balance ends during the session: the relay drops it without a word.
  session-upstream-down | realtime | Upstream down after the upgrade | The upgrade works; then the gateway cannot reach the service behind it.
  session-model-missing | realtime | No model after the upgrade | The upgrade works; then an error event says that nobody serves the model.
  session-one-turn | realtime | One turn only | The relay finds no price after the first turn and drops the session.
  session-expires | realtime | Session limit | The session lasts two seconds; then it says so and closes with 1001.
  session-beta-only | realtime | Beta dialect only | An old gateway: the fields of the GA dialect are refused.
  session-ga-only | realtime | GA dialect only | The fields of the beta dialect are refused.
  session-beta-closed | realtime | Beta no longer supported | A client of the beta dialect is thrown out with close code 4000.
  session-strict | realtime | Strict relay | A value of another type than the relay has ends the session, such as a tool choice that is an object.
  session-no-transcript | realtime | Transcription fails | What the client says cannot be transcribed.
`,
  {
    'session-close-1000': closes(1000, 'conversation over'),
    'session-close-1001': closes(1001, 'server is going away'),
    'session-close-empty': closes(null, ''),
    'session-close-1007': closes(1007, 'invalid payload'),
    'session-close-1008': closes(1008, 'content policy'),
    'session-close-1009': closes(1009, 'message too big'),
    'session-close-1011': closes(1011, 'internal error'),
    'session-close-1012': closes(1012, 'service restart'),
    'session-close-1013': closes(1013, 'try again later'),
    'session-close-3000': closes(3000, 'invalid_request_error.invalid_api_key'),
    'session-close-4321': closes(4321, 'a reason of its own'),
    'session-reset': scenario({
      // A reset discards data that is still in transit.
      afterReply: [{ do: 'wait', ms: 30 }, { do: 'reset' }],
    }),
    'session-drop': scenario({ afterReply: [{ do: 'drop' }] }),
    'session-dead': scenario({ isDead: true }),
    'session-mute': scenario({ isMute: true }),
    'session-deaf': scenario({ isDeaf: true }),
    'session-nothing': scenario({ atOnce: [] }),
    'session-malformed': scenario({
      afterReply: [
        { do: 'text', text: '{"type":"response.done","response":{' },
        { do: 'text', text: '{"type":"__proto__","__proto__":{"polluted":true}}' },
        { do: 'text', text: '{"type":"constructor"}' },
        { do: 'text', text: '{"type":"demo.never_heard_of","event_id":"event_x"}' },
        { do: 'text', text: '[1,2,3]' },
        { do: 'text', text: '{"type":7}' },
      ],
    }),
    'session-flood': scenario({ afterReply: [{ do: 'text', text: 'not json', times: 100 }] }),
    'session-binary': scenario({ afterReply: [{ do: 'binary', bytes: 64 }] }),
    'session-bad-text': scenario({ afterReply: [{ do: 'bad-text' }] }),
    'session-huge': scenario({
      afterReply: [{ do: 'text', text: `{"type":"demo.huge","text":"${'x'.repeat(1024)}`, times: -17 * 1024 }],
    }),
    'session-error-event': scenario({
      afterReply: [
        {
          do: 'error',
          type: 'server_error',
          code: 'server_error',
          message: 'The server had an error while processing your request.',
        },
      ],
    }),
    'session-quota': scenario(spent),
    'session-quota-mid': scenario({ afterReply: [{ do: 'drop' }] }),
    'session-upstream-down': refusedAtOnce('upstream_error', 'do_request_failed', 'dial upstream: connection refused'),
    'session-model-missing': refusedAtOnce(
      'new_api_error',
      'model_not_found',
      'No available channel for model under group default',
    ),
    'session-one-turn': scenario({ afterReply: [{ do: 'wait', ms: 20 }, { do: 'drop' }] }),
    'session-expires': scenario({ lastsMs: 2000 }),
    'session-beta-only': scenario({ only: { dialect: 'beta', closes: false } }),
    'session-ga-only': scenario({ only: { dialect: 'ga', closes: false } }),
    'session-beta-closed': scenario({ only: { dialect: 'ga', closes: true } }),
    'session-strict': scenario({ isStrict: true }),
    'session-no-transcript': scenario({ cannotTranscribe: true }),
  },
);
