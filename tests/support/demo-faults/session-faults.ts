import { faultsOf } from '#demo/scenarios/fault.ts';
import { closes, scenario } from '#demo/scenarios/session-faults.ts';

/** What can happen to a realtime session. */
export const sessionFaults = faultsOf(
  `
  session-close-1000 | realtime
  session-close-1001 | realtime
  session-close-empty | realtime
  session-close-1007 | realtime
  session-close-1008 | realtime
  session-close-1009 | realtime
  session-close-1012 | realtime
  session-close-1013 | realtime
  session-close-3000 | realtime
  session-close-4321 | realtime
  session-mute | realtime
  session-deaf | realtime
  session-flood | realtime
  session-binary | realtime
  session-bad-text | realtime
  session-huge | realtime
  session-error-event | realtime
  session-quota-mid | realtime
  session-one-turn | realtime
  session-ga-only | realtime
  session-beta-closed | realtime
  session-strict | realtime
`,
  {
    'session-close-1000': closes(1000, 'conversation over'),
    'session-close-1001': closes(1001, 'server is going away'),
    'session-close-empty': closes(null, ''),
    'session-close-1007': closes(1007, 'invalid payload'),
    'session-close-1008': closes(1008, 'content policy'),
    'session-close-1009': closes(1009, 'message too big'),
    'session-close-1012': closes(1012, 'service restart'),
    'session-close-1013': closes(1013, 'try again later'),
    'session-close-3000': closes(3000, 'invalid_request_error.invalid_api_key'),
    'session-close-4321': closes(4321, 'a reason of its own'),
    'session-mute': scenario({ isMute: true }),
    'session-deaf': scenario({ isDeaf: true }),
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
    'session-quota-mid': scenario({ afterReply: [{ do: 'drop' }] }),
    'session-one-turn': scenario({ afterReply: [{ do: 'wait', ms: 20 }, { do: 'drop' }] }),
    'session-ga-only': scenario({ only: { dialect: 'ga', closes: false } }),
    'session-beta-closed': scenario({ only: { dialect: 'ga', closes: true } }),
    'session-strict': scenario({ isStrict: true }),
  },
);
