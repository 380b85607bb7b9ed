import type { FailureCode } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';
import { type GatewayFailureCode, refusalWords } from '#shared/protocol/refusal-words.ts';

interface FailureLabels {
  /** Says what happened, in terms of the user's task. */
  headline: string;
  /** What to do next, where the failure itself does not say. */
  hint: string;
}

/** A refusal, with the hint that the core gives where it knows no better one. */
const refused = (code: GatewayFailureCode, headline: string): FailureLabels => ({
  headline,
  hint: refusalWords[code].hint,
});

/** One headline for every code: a new code without a headline does not compile. */
export const failures: Record<FailureCode, FailureLabels> = {
  'bad-input': { headline: 'Invalid input', hint: 'Correct the named field and try again.' },
  'bad-draft': { headline: 'Invalid request', hint: 'Correct the named field.' },
  misuse: {
    headline: 'Request doesn’t fit the route',
    hint: 'Select the route for this body, or convert the body.',
  },
  'route-off': { headline: 'Route is turned off', hint: 'Turn it on in Connections, or send anyway.' },
  'no-key': { headline: 'No API key', hint: 'Add a key in Connections, then send again.' },
  'invalid-key': { headline: 'Saved key can’t be used', hint: 'Enter the key again in Connections.' },
  'invalid-address': { headline: 'Invalid base URL', hint: 'Correct it in Connections.' },
  'insecure-address': {
    headline: 'Key would be sent unencrypted',
    hint: 'Use https, or allow plain HTTP for this connection in Connections.',
  },
  conflict: { headline: 'Changed elsewhere', hint: 'Your version is kept as a copy. The other version is unchanged.' },
  'not-found-here': { headline: 'No longer available', hint: 'It was deleted, perhaps in another window.' },
  dns: { headline: 'Host not found', hint: 'Check the spelling of the base URL, and your VPN.' },
  refused: { headline: 'Connection refused', hint: 'Check host and port, and that the gateway is running.' },
  unreachable: { headline: 'Host unreachable', hint: 'Check the network, VPN and proxy.' },
  tls: { headline: 'TLS error', hint: 'Check the base URL and the gateway’s certificate.' },
  proxy: { headline: 'Proxy error', hint: 'Check the proxy settings.' },
  'connect-timeout': { headline: 'Connection timed out', hint: 'Check host and port. A firewall may drop packets.' },
  'headers-timeout': {
    headline: 'Response timed out',
    hint: 'Check before you send again.',
  },
  'idle-timeout': { headline: 'Response stalled', hint: 'You can send again.' },
  stalled: { headline: 'Only keep-alives arrived', hint: 'You can send again.' },
  'total-timeout': { headline: 'Request timed out', hint: 'Request less output, or stream.' },
  reset: { headline: 'Connection lost', hint: 'You can send again.' },
  'upload-stalled': { headline: 'Upload stalled', hint: 'Check the network, then send again.' },
  redirect: refused('redirect', 'Redirected'),
  auth: refused('auth', 'Invalid API key'),
  'key-missing': { headline: 'No API key was sent', hint: 'Add a key in Connections, then send again.' },
  'key-style': {
    headline: 'Native routes rejected this key style',
    hint: 'Set the native key style to Auto in Connections, or select another one.',
  },
  forbidden: refused('forbidden', 'Permission denied'),
  quota: refused('quota', 'Quota exceeded'),
  'model-not-found': refused('model-not-found', 'Model not found'),
  'not-found': refused('not-found', 'Not found'),
  'route-absent': refused('route-absent', 'Route not found'),
  'too-big-for-server': refused('too-big-for-server', 'Request too large'),
  'unsupported-media': refused('unsupported-media', 'Unsupported file type'),
  parameter: refused('parameter', 'Invalid parameter'),
  rejected: refused('rejected', 'Request rejected'),
  moderated: refused('moderated', 'Blocked by the content filter'),
  'rate-limited': refused('rate-limited', 'Rate limited'),
  overloaded: refused('overloaded', 'Gateway overloaded'),
  upstream: refused('upstream', 'Upstream error'),
  'upstream-account': refused('upstream-account', 'Provider rejected the gateway’s account'),
  server: refused('server', 'Gateway error'),
  'in-band': refused('in-band', 'Error in the response'),
  'no-terminal': {
    headline: 'Response ended without a finish reason',
    hint: 'The reply may be incomplete. Continue it, or send again.',
  },
  truncated: { headline: 'Response cut off', hint: 'Continue it, or send again.' },
  'bad-json': { headline: 'Invalid JSON in the response', hint: 'See the response in Wire.' },
  'not-json': {
    headline: 'Unexpected response (not JSON)',
    hint: 'A proxy or a web page may have answered. See the response in Wire.',
  },
  'wrong-type': { headline: 'Unexpected response format', hint: 'See the response in Wire.' },
  empty: { headline: 'Empty response', hint: 'Raise the token limit, or change the prompt.' },
  encoding: { headline: 'Response can’t be decoded', hint: 'See the response in Wire.' },
  'too-large': { headline: 'Response too large', hint: 'Request less output.' },
  protocol: { headline: 'Protocol error', hint: 'See the response in Wire.' },
  aborted: { headline: 'Stopped', hint: 'You can send again.' },
  'app-ended': { headline: 'Patchbay quit during the request', hint: 'You can send again.' },
  'connection-lost': {
    headline: 'Connection to Patchbay lost',
    hint: 'Requests continue there. This page reconnects automatically.',
  },
  storage: { headline: 'Couldn’t save', hint: 'Check the free space and permissions of the data folder.' },
  memory: { headline: 'Patchbay is low on memory', hint: 'Wait for running requests or stop some, then send again.' },
  internal: { headline: 'Patchbay error', hint: 'Try again, and report it if it happens again.' },
};

/** What deviates in a response. */
export const warnings: Record<WarningCode, string> = {
  'bad-event': 'Invalid event',
  'bad-arguments': 'Invalid arguments',
  'bad-audio': 'Audio can’t be played',
  'binary-frames': 'Binary frames',
  'cut-short': 'Token limit',
  'media-short': 'Audio incomplete',
  'events-lost': 'Missing events',
  filtered: 'Content filter',
  'finish-odd': 'Unexpected finish',
  'html-suspected': 'HTML page?',
  'invalid-utf8': 'Invalid UTF-8',
  'items-odd': 'Invalid items',
  'json-for-stream': 'Not streamed',
  'length-unchecked': 'Unknown length',
  'no-end-mark': 'No end marker',
  'not-kept': 'Not saved',
  'proxy-buffers': 'Buffered',
  'stream-for-json': 'Streamed',
  'surplus-bytes': 'Extra bytes',
  'truncated-arguments': 'Arguments cut off',
  'unknown-shape': 'Unexpected format',
  'duplicate-events': 'Duplicate events',
  retried: 'Retried',
};
