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
  session-close-1000 | realtime | Ended by the server | After its first response, the server ends the session normally.
  session-close-1001 | realtime | Server going away | After its first response, the server closes with 1001.
  session-close-empty | realtime | Closed without a code | After its first response, the server closes without code and reason.
  session-close-1007 | realtime | Closed for invalid data | After its first response, the server closes with 1007.
  session-close-1008 | realtime | Closed by policy | After its first response, the server closes with 1008.
  session-close-1009 | realtime | Closed for size | After its first response, the server closes with 1009.
  session-close-1011 | realtime | Server error | After its first response, the server closes with 1011.
  session-close-1012 | realtime | Service restart | After its first response, the server closes with 1012.
  session-close-1013 | realtime | Try again later | After its first response, the server closes with 1013.
  session-close-3000 | realtime | Key rejected by close code | After its first response, the server closes with 3000.
  session-close-4321 | realtime | Custom close code | After its first response, the server closes with an unknown code.
  session-reset | realtime | Connection reset | After its first response, the connection is reset without a close frame.
  session-drop | realtime | Connection dropped | After its first response, the relay drops the connection and hides the reason: the client sees 1006.
  session-dead | realtime | No pong | The session is created, and then the server stops responding, even to pings.
  session-mute | realtime | Only pongs | The server responds to pings and to nothing else.
  session-deaf | realtime | Reads nothing | The server stops reading, so sent data piles up.
  session-nothing | realtime | No session | The upgrade works, but no session is created.
  session-malformed | realtime | Malformed events | After a response, invalid JSON, unknown events and an event named __proto__ arrive; the session continues.
  session-flood | realtime | A hundred invalid frames | After a response, a hundred frames arrive that are not events.
  session-binary | realtime | Binary frame | After a response, a binary frame arrives, where only text is allowed.
  session-bad-text | realtime | Invalid UTF-8 frame | After a response, a text frame with invalid UTF-8 arrives.
  session-huge | realtime | Message over 16 MiB | After a response, one message of 17 MiB arrives.
  session-error-event | realtime | Error event | After a response, an error event arrives, and the session continues.
  session-quota | realtime | Quota error after the upgrade | The upgrade works; then an error event reports insufficient balance, and the connection is reset.
  session-quota-mid | realtime | Quota exceeded during the session | The balance runs out during the session, and the relay drops it without a message.
  session-upstream-down | realtime | Upstream down after the upgrade | The upgrade works; then the gateway can't reach its upstream.
  session-model-missing | realtime | No model after the upgrade | The upgrade works; then an error event reports that no channel serves the model.
  session-one-turn | realtime | One turn only | The relay finds no price after the first turn and drops the session.
  session-expires | realtime | Session limit | The session lasts two seconds, then reports this and closes with 1001.
  session-beta-only | realtime | Beta API only | An old gateway that rejects the fields of the GA version.
  session-ga-only | realtime | GA API only | The fields of the beta version are rejected.
  session-beta-closed | realtime | Beta no longer supported | A client of the beta version is disconnected with close code 4000.
  session-strict | realtime | Strict relay | A value of an unexpected type ends the session, such as a tool choice that is an object.
  session-no-transcript | realtime | Transcription fails | The user's speech can't be transcribed.
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
