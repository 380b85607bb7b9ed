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
  'bad-input': { headline: 'An input does not fit', hint: 'Correct the named field and try again.' },
  'bad-draft': { headline: 'The request can not be put together', hint: 'Correct the named field; nothing was sent.' },
  misuse: {
    headline: 'This body belongs to another protocol',
    hint: 'Choose the route that takes this body, or convert the body.',
  },
  'no-key': { headline: 'No key for this connection', hint: 'Add a key under Keys, then send again.' },
  'invalid-key': { headline: 'This key can not be used', hint: 'Enter the key again under Keys.' },
  'invalid-address': { headline: 'The base address is not an address', hint: 'Correct it under Keys.' },
  'insecure-address': {
    headline: 'The key would travel unencrypted',
    hint: 'Use https, or allow plain http for this connection under Keys.',
  },
  conflict: { headline: 'It was changed elsewhere', hint: 'Yours was kept as a copy; the other version is untouched.' },
  'not-found-here': { headline: 'It is no longer here', hint: 'It was removed, perhaps in another window.' },
  dns: { headline: 'The host name was not found', hint: 'Check the spelling of the base address, and your VPN.' },
  refused: { headline: 'Nobody listens at this address', hint: 'Check host and port, and that the gateway runs.' },
  unreachable: { headline: 'The host can not be reached', hint: 'Check the network, the VPN and the proxy.' },
  tls: { headline: 'The certificate was not accepted', hint: 'Check the address and the certificate of the gateway.' },
  proxy: { headline: 'The proxy did not let it through', hint: 'Check the proxy settings of this computer.' },
  'connect-timeout': { headline: 'No connection in time', hint: 'Check host and port; a firewall may drop packets.' },
  'headers-timeout': {
    headline: 'No answer in time',
    hint: 'The request may still be processed and charged. Wait before you send it again.',
  },
  'idle-timeout': { headline: 'The answer went silent', hint: 'What arrived is kept. Send it again when you like.' },
  stalled: {
    headline: 'Only keep-alives arrived',
    hint: 'The connection was alive, the reply was not. What arrived is kept. Send it again when you like.',
  },
  'total-timeout': { headline: 'The whole run took too long', hint: 'What arrived is kept. Ask for less, or stream.' },
  reset: { headline: 'The connection was cut', hint: 'What arrived is kept. Send it again when you like.' },
  'upload-stalled': { headline: 'The upload came to a halt', hint: 'Check the network and send it again.' },
  redirect: { headline: 'The gateway points elsewhere', hint: 'Use the address it points to, if you trust it.' },
  auth: {
    headline: 'The key was not accepted',
    hint: 'Check that the key belongs to this gateway and is not expired.',
  },
  'key-missing': { headline: 'No key was sent', hint: 'Add a key under Keys, then send again.' },
  'key-style': {
    headline: 'Native routes refused this key style',
    hint: 'Set the native key style to auto under Keys, or pin another one.',
  },
  forbidden: { headline: 'The gateway does not allow this', hint: 'Ask the operator for access, or use another key.' },
  quota: { headline: 'The quota is used up', hint: 'Top it up, or use another key.' },
  'model-not-found': { headline: 'Model unknown on this gateway', hint: 'Choose a model from the list.' },
  'not-found': { headline: 'Not found on this gateway', hint: 'Check the id and the base address.' },
  'route-absent': {
    headline: 'Route not available on this gateway',
    hint: 'Check the base address, or use another route.',
  },
  'too-big-for-server': { headline: 'Too big for the gateway', hint: 'Send less or smaller files.' },
  'unsupported-media': { headline: 'This kind of file is not taken', hint: 'Convert the file to another format.' },
  parameter: { headline: 'A parameter was refused', hint: 'Untick the named parameter, or change its value.' },
  rejected: { headline: 'The gateway refused the request', hint: 'Read its own words below.' },
  moderated: { headline: 'Refused by the content filter', hint: 'Change the wording; the same text is refused again.' },
  'rate-limited': { headline: 'Too many requests', hint: 'Wait a moment, then send it again.' },
  overloaded: { headline: 'The gateway is overloaded', hint: 'Wait a moment, then send it again.' },
  upstream: { headline: 'The back end behind the gateway failed', hint: 'Try again, or choose another model.' },
  'upstream-account': {
    headline: 'The provider refused the gateway’s own account',
    hint: 'Your key is fine. The gateway’s operator must act; a model of another provider may work.',
  },
  server: { headline: 'The gateway itself failed', hint: 'Try again. The request id helps its operator.' },
  'in-band': { headline: 'The answer ended in an error', hint: 'What arrived before it is kept.' },
  'no-terminal': { headline: 'The answer has no proper end', hint: 'What arrived is kept; it may be incomplete.' },
  truncated: { headline: 'The answer was cut off', hint: 'What arrived is kept. Continue it, or send it again.' },
  'bad-json': { headline: 'The answer is broken JSON', hint: 'Look at the response in the wire record.' },
  'not-json': {
    headline: 'The answer is not what was asked for',
    hint: 'A proxy or a web page may have answered. See the wire record.',
  },
  'wrong-type': { headline: 'The answer is of another kind', hint: 'Look at the response in the wire record.' },
  empty: { headline: 'Finished and returned nothing', hint: 'Raise the token limit, or change the prompt.' },
  encoding: {
    headline: 'The answer can not be decoded',
    hint: 'Its encoding is not what it says. See the wire record.',
  },
  'too-large': { headline: 'Too much for one answer', hint: 'What arrived is kept. Ask for less.' },
  protocol: { headline: 'The gateway broke the protocol', hint: 'Look at the wire record.' },
  aborted: { headline: 'Stopped by you', hint: 'What arrived is kept.' },
  'app-ended': {
    headline: 'Patchbay ended while this ran',
    hint: 'What arrived until then is kept. Send it again when you like.',
  },
  'connection-lost': {
    headline: 'This page lost its line to Patchbay',
    hint: 'Work goes on there. It is followed again once the line is back.',
  },
  storage: { headline: 'It could not be stored', hint: 'Check free space and rights of the data folder.' },
  memory: {
    headline: 'Patchbay is short of memory',
    hint: 'Let what runs come to its end or stop some of it, then send it again.',
  },
  internal: { headline: 'Something in Patchbay went wrong', hint: 'Try again, and report it if it comes back.' },
};

/** What deviates in a response. */
export const warnings: Record<WarningCode, string> = {
  'bad-event': 'odd event',
  'bad-arguments': 'odd arguments',
  'cut-short': 'token limit',
  'media-short': 'audio incomplete',
  'events-lost': 'events lost',
  filtered: 'content filter',
  'finish-odd': 'odd end',
  'html-suspected': 'a web page?',
  'invalid-utf8': 'odd letters',
  'items-odd': 'odd items',
  'json-for-stream': 'no stream',
  'length-unchecked': 'length unknown',
  'no-end-mark': 'no end mark',
  'not-kept': 'not kept',
  'proxy-buffers': 'held back',
  'stream-for-json': 'a stream',
  'surplus-bytes': 'surplus bytes',
  'truncated-arguments': 'arguments cut',
  'unknown-shape': 'odd shape',
  'duplicate-events': 'said twice',
  retried: 'sent again',
};
