import { counted } from '../format.ts';
import type { Locale, VerdictText } from './words.ts';

const behind = (said: string | null, maybeProcessed: boolean) =>
  `${said === null ? '' : ` (${said})`}${maybeProcessed ? '; the request may have been processed' : ''}`;

const verdict: VerdictText = {
  // Completes "the body says that …".
  refusals: {
    auth: 'the key is not accepted',
    'key-missing': 'a key is required, and none was sent',
    'key-style': 'the key is not accepted the way it was sent, though /v1 accepts it',
    forbidden: 'the key may not do this',
    quota: 'the balance or quota is used up',
    'model-not-found': 'the model is not known here',
    'not-found': 'what was asked for is not there',
    'route-absent': 'this route is not served here',
    'too-big-for-server': 'the request is too big',
    'unsupported-media': 'this type of content is not taken',
    parameter: 'a field of the request is wrong',
    rejected: 'the request is wrong as it is',
    moderated: 'the content is not allowed',
    'rate-limited': 'this is asked too often',
    overloaded: 'there is too much to do at the moment',
    upstream: 'the service behind the gateway failed',
    'upstream-account': "the provider behind the gateway refused the gateway's own account",
    server: 'the gateway itself failed',
    'in-band': 'something went wrong',
  },
  wrongField: (name) => `the field "${name}" is wrong`,
  // Completes "…, then".
  breaks: {
    'no-terminal': 'ended without a finish reason',
    truncated: 'ended in its middle',
    reset: 'the connection broke',
    'idle-timeout': 'nothing more came',
    stalled: 'only keep-alives came',
    'total-timeout': 'the time for the whole exchange was over',
    aborted: 'was stopped by you',
    'app-ended': 'Patchbay ended',
    'too-large': 'grew larger than what is read',
    encoding: 'its compression could not be undone',
    'bad-json': 'could no longer be read as JSON',
    'in-band': 'reported an error',
    protocol: 'was no valid HTTP any more',
  },
  brokeOff: 'broke off',
  oddities: {
    'bad-event': 'some events could not be read',
    'bad-arguments': 'the arguments of a call are not JSON',
    'cut-short': 'the reply stopped at the token limit',
    'media-short': 'the audio is shorter than its header says',
    'events-lost': 'some events seem to be lost',
    filtered: 'a content filter ended the reply',
    'finish-odd': 'the finish reason does not fit what came',
    'html-suspected': 'it looks like a web page',
    'invalid-utf8': 'some of its bytes are not UTF-8',
    'items-odd': 'some of what it lists is not as it should be',
    'json-for-stream': 'a stream was asked for and one document came',
    'length-unchecked': 'no length was announced, so nothing tells whether all of it came',
    'no-end-mark': 'the mark for its end is missing',
    'not-kept': 'something it gave could not be fetched or stored',
    'proxy-buffers': 'a proxy seems to buffer: the first byte came with the last',
    'stream-for-json': 'one document was asked for and a stream came',
    'surplus-bytes': 'more bytes followed its end',
    'truncated-arguments': 'the arguments of a call are cut off',
    'unknown-shape': 'its shape is not known',
    'duplicate-events': 'some events came twice',
    retried: 'an earlier attempt had failed',
  },
  moreOddities: (count) => counted(count, 'more oddity', 'more oddities'),
  reason({ message }) {
    const text = message.trim().replace(/\.$/, '');
    return /^(?:The|A|An|This|No|Nothing|All) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  },
  unexplained: 'failed, and nothing tells why',
  onTheWay: 'on its way to the gateway',
  waiting: 'sent, and waiting for the answer to begin',
  receiving: (events) =>
    events > 0 ? `receiving the answer, ${counted(events, 'event')} so far` : 'receiving the answer',
  answered: (status, took, size) =>
    `answered with ${status ?? 'no status'}${took === null ? '' : ` in ${took}`}${size === null ? '' : `, ${size}`}`,
  streamed: (events, took, first) =>
    `streamed ${counted(events, 'event')}${took === null ? '' : ` in ${took}`}${first === null ? '' : `, first ${first.what} after ${first.after}`}`,
  ended: (course, finishReason) => (finishReason ? `${course}, ended with "${finishReason}"` : course),
  stopped: {
    before: 'stopped by you before anything was sent',
    waiting: 'stopped by you before the answer began',
    within: (course) => `${course}, then was stopped by you`,
  },
  endedByUs: 'Patchbay ended before the answer began',
  broke: (course, how, said) => `${course}, then ${how}${said === null ? '' : `: ${said}`}`,
  refusedHere: (reason) => `refused before anything was sent: ${reason}`,
  unanswered: (reason, maybeProcessed) =>
    `${reason}; ${maybeProcessed ? 'the request may have been processed' : 'nothing reached the gateway'}`,
  refused: (status, says, said, maybeProcessed) => `refused with ${status}: ${says}${behind(said, maybeProcessed)}`,
  contradicted: (status, says, said, maybeProcessed) =>
    `the status says ${status}, the body says ${says}${behind(said, maybeProcessed)}`,
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
    checkCapped: 'Check stopped at its cap',
    embeddingDone: 'Embedding finished',
    embeddingStopped: 'Embedding stopped early',
    cells: (ended, all) => `${ended} of ${all} cells`,
    texts: (settled, all) => `${settled} of ${all} texts`,
  },
  tasks: {
    ready: 'A result is ready',
    gone: 'A result is no longer there',
    unfetched: 'A result could not be fetched',
    lost: 'A task is no longer known',
    failed: 'A task failed',
  },
  updates: {
    found: (version) => ['Update available', `Version ${version} can be downloaded: see Settings, Updates.`],
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
    weakVault: 'Keep Keys on This Computer…',
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
