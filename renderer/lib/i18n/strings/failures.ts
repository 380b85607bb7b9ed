import type { FailureCode } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';

interface FailureLabels {
  /** Says what happened, in terms of the user's task. */
  headline: string;
  /** What to do next, where the failure itself does not say. */
  hint: string;
}

/** One headline for every code: a new code without a headline does not compile. */
export const failures: Record<FailureCode, FailureLabels> = {
  'bad-input': { headline: 'Invalid input', hint: 'Correct the named field and try again.' },
  'bad-draft': { headline: 'Invalid request', hint: 'Nothing was sent. Correct the named field.' },
  misuse: {
    headline: 'Body is for another protocol',
    hint: 'Select the route for this body, or convert the body.',
  },
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
    hint: 'The request may have been processed and billed. Check before you send again.',
  },
  'idle-timeout': { headline: 'Response stalled', hint: 'What arrived is kept. You can send again.' },
  stalled: { headline: 'Only keep-alives arrived', hint: 'What arrived is kept. You can send again.' },
  'total-timeout': { headline: 'Request timed out', hint: 'What arrived is kept. Ask for less, or stream.' },
  reset: { headline: 'Connection lost', hint: 'What arrived is kept. You can send again.' },
  'upload-stalled': { headline: 'Upload stalled', hint: 'Check the network, then send again.' },
  redirect: { headline: 'Redirected', hint: 'If you trust the new URL, use it as the base URL.' },
  auth: { headline: 'Invalid API key', hint: 'Check that the key belongs to this gateway and hasn’t expired.' },
  'key-missing': { headline: 'No API key was sent', hint: 'Add a key in Connections, then send again.' },
  'key-style': {
    headline: 'Native routes rejected this key style',
    hint: 'Set the native key style to Auto in Connections, or select another one.',
  },
  forbidden: { headline: 'Permission denied', hint: 'Ask the operator for access, or use another key.' },
  quota: { headline: 'Quota exceeded', hint: 'Add credit, or use another key.' },
  'model-not-found': { headline: 'Model not found', hint: 'Select a model from the list.' },
  'not-found': { headline: 'Not found', hint: 'Check the ID and the base URL.' },
  'route-absent': { headline: 'Route not found', hint: 'Check the base URL, or use another route.' },
  'too-big-for-server': { headline: 'Request too large', hint: 'Send less, or smaller files.' },
  'unsupported-media': { headline: 'Unsupported file type', hint: 'Convert the file to another format.' },
  parameter: { headline: 'Invalid parameter', hint: 'Turn off the named parameter, or change its value.' },
  rejected: { headline: 'Request rejected', hint: 'See the gateway’s message below.' },
  moderated: { headline: 'Blocked by the content filter', hint: 'Rephrase the prompt, then send again.' },
  'rate-limited': { headline: 'Rate limited', hint: 'Wait a moment, then send again.' },
  overloaded: { headline: 'Gateway overloaded', hint: 'Wait a moment, then send again.' },
  upstream: { headline: 'Upstream error', hint: 'Send again, or select another model.' },
  'upstream-account': {
    headline: 'Provider rejected the gateway’s account',
    hint: 'Your key is fine. The gateway’s operator must fix this; another provider’s model may work.',
  },
  server: { headline: 'Gateway error', hint: 'Send again. If it persists, give the operator the request ID.' },
  'in-band': { headline: 'Error in the response', hint: 'What arrived before the error is kept.' },
  'no-terminal': {
    headline: 'Stream ended without a finish reason',
    hint: 'What arrived is kept, but may be incomplete.',
  },
  truncated: { headline: 'Response cut off', hint: 'What arrived is kept. Continue it, or send again.' },
  'bad-json': { headline: 'Invalid JSON in the response', hint: 'See the response in Wire.' },
  'not-json': {
    headline: 'Unexpected response (not JSON)',
    hint: 'A proxy or a web page may have answered. See the response in Wire.',
  },
  'wrong-type': { headline: 'Unexpected response format', hint: 'See the response in Wire.' },
  empty: { headline: 'Empty response', hint: 'Raise the token limit, or change the prompt.' },
  encoding: { headline: 'Response can’t be decoded', hint: 'See the response in Wire.' },
  'too-large': { headline: 'Response too large', hint: 'What arrived is kept. Ask for less.' },
  protocol: { headline: 'Protocol error', hint: 'See the response in Wire.' },
  aborted: { headline: 'Stopped', hint: 'What arrived is kept.' },
  'app-ended': { headline: 'Patchbay quit during the request', hint: 'What arrived is kept. You can send again.' },
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
  'bad-event': 'invalid event',
  'bad-arguments': 'invalid arguments',
  'cut-short': 'token limit',
  'media-short': 'audio incomplete',
  'events-lost': 'missing events',
  filtered: 'content filter',
  'finish-odd': 'unexpected finish',
  'html-suspected': 'HTML page?',
  'invalid-utf8': 'invalid UTF-8',
  'items-odd': 'invalid items',
  'json-for-stream': 'not streamed',
  'length-unchecked': 'unknown length',
  'no-end-mark': 'no end marker',
  'not-kept': 'not saved',
  'proxy-buffers': 'buffered',
  'stream-for-json': 'streamed',
  'surplus-bytes': 'extra bytes',
  'truncated-arguments': 'arguments cut off',
  'unknown-shape': 'unexpected format',
  'duplicate-events': 'duplicate events',
  retried: 'retried',
};
