import { counted } from '../format.ts';
import type { Locale, VerdictText } from './words.ts';

const behind = (message: string | null, maybeProcessed: boolean) =>
  `${message === null ? '' : ` (${message})`}${maybeProcessed ? '; the request may have been processed' : ''}`;

const verdict: VerdictText = {
  // Completes "the body says that …".
  refusals: {
    auth: 'the API key is invalid',
    'key-missing': 'a key is required, but none was sent',
    'key-style': 'the way the key was sent is not accepted, but /v1 accepts the key',
    forbidden: 'the key does not have permission',
    quota: 'the balance or quota is used up',
    'model-not-found': 'the model was not found',
    'not-found': 'the requested object was not found',
    'route-absent': 'the route was not found',
    'too-big-for-server': 'the request is too large',
    'unsupported-media': 'this content type is not supported',
    parameter: 'a field of the request is invalid',
    rejected: 'the request is invalid',
    moderated: 'the content was blocked',
    'rate-limited': 'too many requests',
    overloaded: 'the gateway is overloaded',
    upstream: 'the upstream failed',
    'upstream-account': "the provider rejected the gateway's own account",
    server: 'the gateway failed',
    'in-band': 'an error occurred',
  },
  wrongField: (name) => `the field "${name}" is invalid`,
  // Completes "…, then".
  breaks: {
    'no-terminal': 'ended without a finish reason',
    truncated: 'was cut off',
    reset: 'the connection was lost',
    'idle-timeout': 'stalled',
    stalled: 'sent only keep-alives',
    'total-timeout': 'passed the total timeout',
    aborted: 'was stopped by you',
    'app-ended': 'Patchbay quit',
    'too-large': 'exceeded the size limit',
    encoding: 'could not be decompressed',
    'bad-json': 'could no longer be read as JSON',
    'in-band': 'reported an error',
    protocol: 'was no longer valid HTTP',
  },
  brokeOff: 'was interrupted',
  oddities: {
    'bad-event': 'some events could not be read',
    'bad-arguments': 'the arguments of a tool call are not JSON',
    'bad-audio': 'some of the audio cannot be played',
    'binary-frames': 'the gateway sent binary frames',
    'cut-short': 'the reply stopped at the token limit',
    'media-short': 'the audio is shorter than its header says',
    'events-lost': 'some events are missing',
    filtered: 'a content filter ended the reply',
    'finish-odd': 'the finish reason does not match the content',
    'html-suspected': 'it looks like a web page',
    'invalid-utf8': 'some of its bytes are not UTF-8',
    'items-odd': 'some items are not valid',
    'json-for-stream': 'a stream was requested, but one document arrived',
    'length-unchecked': 'without a declared length, it may be incomplete',
    'no-end-mark': 'the end marker is missing',
    'not-kept': 'part of the result could not be downloaded or stored',
    'proxy-buffers': 'a proxy seems to buffer: all bytes arrived together',
    'stream-for-json': 'one document was requested, but a stream arrived',
    'surplus-bytes': 'extra bytes followed the end',
    'truncated-arguments': 'the arguments of a tool call are cut off',
    'unknown-shape': 'its format is unknown',
    'duplicate-events': 'some events arrived twice',
    retried: 'an earlier attempt failed',
  },
  moreOddities: (count) => counted(count, 'more warning', 'more warnings'),
  reason({ message }) {
    const text = message.trim().replace(/\.$/, '');
    return /^(?:The|A|An|This|No|Nothing|All) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  },
  unexplained: 'failed for an unknown reason',
  onTheWay: 'sending to the gateway',
  waiting: 'sent, waiting for the response',
  receiving: (events) =>
    events > 0 ? `receiving the response, ${counted(events, 'event')} so far` : 'receiving the response',
  answered: (status, took, size) =>
    `answered with ${status ?? 'no status'}${took === null ? '' : ` in ${took}`}${size === null ? '' : `, ${size}`}`,
  streamed: (events, took, first) =>
    `streamed ${counted(events, 'event')}${took === null ? '' : ` in ${took}`}${first === null ? '' : `, first ${first.what} after ${first.after}`}`,
  ended: (course, finishReason) => (finishReason ? `${course}, ended with "${finishReason}"` : course),
  stopped: {
    before: 'stopped by you before anything was sent',
    waiting: 'stopped by you before the response began',
    within: (course) => `${course}, then was stopped by you`,
  },
  endedByUs: 'Patchbay quit before the response began',
  broke: (course, how, message) => `${course}, then ${how}${message === null ? '' : `: ${message}`}`,
  refusedHere: (reason) => `not sent: ${reason}`,
  unanswered: (reason, maybeProcessed) =>
    `${reason}; ${maybeProcessed ? 'the request may have been processed' : 'nothing reached the gateway'}`,
  refused: (status, says, message, maybeProcessed) =>
    `rejected with ${status}: ${says}${behind(message, maybeProcessed)}`,
  contradicted: (status, says, message, maybeProcessed) =>
    `the status says ${status}, the body says ${says}${behind(message, maybeProcessed)}`,
  failed: (status, reason, maybeProcessed) => `answered with ${status}: ${reason}${behind(null, maybeProcessed)}`,
  quote: (text) => `"${text}"`,
  sentence: (clauses) =>
    // A host name stays in lower case.
    `${clauses.join('; ').replace(/^[a-z](?=[a-z]*[ ,])/, (letter) => letter.toUpperCase())}.`,
};

/** English; also the fallback until the page has reported its language. */
export const english: Locale = {
  verdict,
  notices: {
    requestDone: 'Request finished',
    requestFailed: 'Request failed',
    checkDone: 'Check finished',
    checkCapped: 'Check stopped at its limit',
    embeddingDone: 'Embedding finished',
    embeddingStopped: 'Embedding stopped early',
    cells: (ended, all) => `${ended} of ${all} cells`,
    texts: (settled, all) => `${settled} of ${all} inputs`,
  },
  tasks: {
    ready: 'A result is ready',
    gone: 'A result has expired',
    unfetched: 'A result could not be downloaded',
    lost: 'A task was not found',
    failed: 'A task failed',
  },
  updates: {
    found: (version) => ['Update available', `Version ${version} is ready to download in Settings, Updates.`],
    fetched: (version) => ['Update downloaded', `Version ${version} will be installed when you quit.`],
  },
  menu: {
    menus: { file: '&File', edit: '&Edit', view: '&View' },
    commands: {
      new: 'New Conversation',
      settings: 'Settings…',
      find: 'Find…',
      palette: 'Command Palette…',
      list: 'Toggle List',
      drawer: 'Toggle Wire Drawer',
      parameters: 'Toggle Parameters',
      theme: 'Switch Theme',
      shortcuts: 'Keyboard Shortcuts',
      guide: 'Patchbay Guide',
    },
    newWindow: 'New Window',
    weakVault: 'Store Keys on This Computer…',
    showLog: 'Show Log',
    context: {
      noSuggestions: 'No Suggestions',
      learnSpelling: 'Learn Spelling',
      copyLink: 'Copy Link',
      copyImage: 'Copy Image',
      saveImage: 'Save Image As…',
    },
    roles: {},
  },
};
