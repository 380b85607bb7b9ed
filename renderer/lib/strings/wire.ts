import type { ExchangeState } from '#shared/contract/exchanges.ts';
import { plural } from './plural.ts';

const states: Record<ExchangeState, string> = {
  running: 'running',
  done: 'works',
  'done-with-warnings': 'odd',
  interrupted: 'cut off',
  failed: 'failed',
  cancelled: 'stopped',
};

const verdict: Record<ExchangeState, string> = {
  running: 'Still running',
  done: 'Ended as it should',
  'done-with-warnings': 'Ended, but not as expected',
  interrupted: 'Ended early',
  failed: 'No usable answer',
  cancelled: 'Stopped by you',
};

const verdictBody: Record<ExchangeState, string> = {
  running: 'Marks appear here while the answer arrives.',
  done: 'The answer is whole.',
  'done-with-warnings': 'The answer is whole, and something in it was odd. The response shows what.',
  interrupted: 'What arrived until then is kept.',
  failed: 'The response shows what came instead.',
  cancelled: 'What arrived until then is kept.',
};

/** Words of the wire drawer. */
export const wire = {
  title: 'Wire',
  open: 'Open the wire drawer',
  close: 'Close the wire drawer',
  resize: 'Height of the wire drawer',
  tabs: { preview: 'Preview', sent: 'Sent', response: 'Response', events: 'Events', timeline: 'Timeline' },
  states,
  verdict,
  verdictBody,
  unlit: {
    preview: {
      title: 'The request before it is sent',
      body: 'Address, headers and body stand here exactly as they would leave, and follow every change in the panel.',
    },
    sent: {
      title: 'The request as it was sent',
      body: 'After the first run: headers in their order and the body byte for byte. Keys are never in it.',
    },
    response: {
      title: 'The answer as it came',
      body: 'After the first run: status line, every header, and the body as a tree, as text or as bytes.',
    },
    events: {
      title: 'Every event of the answer',
      body: 'After the first run: each event with its time and size, live while it streams.',
    },
    timeline: {
      title: 'When everything happened',
      body: 'After the first run: connecting, sending, waiting and every chunk in true proportion, and a verdict.',
    },
  },
  replay: 'Replay',
  noReplay: 'This exchange has no draft to send again',
  costlyReplay: {
    title: 'Send this request again?',
    body: (model: string) =>
      `It runs as a new exchange${model ? ` with ${model}` : ''} and may cost as much as the first time.`,
    confirm: 'Send again',
    cancel: 'Cancel',
  },
  curl: 'cURL',
  copyCurl: 'Copy as cURL',
  curlCopied: 'Command copied. It takes the key from $PATCHBAY_API_KEY.',
  copyId: 'Copy exchange id',
  copyRequestId: 'Copy request id',
  pin: 'Keep for good',
  more: 'More actions',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  head: 'Line and headers',
  headers: (count: number) => plural(count, 'header', 'headers'),
  copyHeaders: 'Copy headers',
  body: 'Body',
  bodyBytes: (bytes: string) => `Body, ${bytes} bytes`,
  bodyForm: 'Form of the body',
  bodyModes: { tree: 'Tree', text: 'Text', hex: 'Bytes' },
  noBody: 'No body.',
  fieldName: 'Field',
  fieldValue: 'Value',
  standsFor: (token: string) => `as ${token}`,
  loading: 'loading',
  bodyFailed: 'could not be read',
  partOfBody: (held: string, whole: string) => `${held} of ${whole} are shown.`,
  readMore: 'Show more',
  noResponse: 'No answer came',
  noResponseYet: 'No answer yet',
  findLabels: {
    find: 'Find in the text',
    next: 'Next match',
    previous: 'Previous match',
    close: 'Close search',
    count: (at: number, total: number, more: boolean) =>
      `${at > 0 ? `${at} of ` : ''}${total}${more ? ' and more' : ''}`,
  },
  treeLabels: {
    copyPath: 'Copy path',
    copyValue: 'Copy value',
    items: (count: number) => plural(count, 'item', 'items'),
    keys: (count: number) => plural(count, 'key', 'keys'),
    tooDeep: 'nested too deep to open here',
  },
  filter: 'Filter events',
  following: 'newest at the bottom, following',
  toNewest: 'Go to the newest',
  eventCount: (count: number) => plural(count, 'event', 'events'),
  noEvents: 'This answer had no events.',
  noMatch: 'No event matches.',
  waitingForEvents: 'Waiting for the first event.',
  times: (kind: string, count: number) => `${kind} ×${count}`,
  foldedFor: (time: string) => `${time}, folded`,
  unfold: 'unfold',
  eventDetail: 'Chosen event',
  event: (index: number) => `Event ${index}`,
  eventBytes: (bytes: string) => `${bytes} bytes`,
  after: (pause: string, index: number) => `${pause} after ${index}`,
  copyEvent: 'Copy event data',
  mark: 'Mark',
  took: 'took',
  at: (moment: string) => `at ${moment}`,
  bars: {
    connect: 'DNS, connect, TLS',
    sent: 'Sent',
    waiting: 'Waiting for headers',
    parts: 'Parts',
    silence: 'Silence',
  },
  sentBytes: (body: string, all: string) => `${body} body bytes, ${all} on the wire`,
  partsNote: (events: number, size: string, longestGapMs: number | null) =>
    `${plural(events, 'event', 'events')}, ${size}${longestGapMs === null ? '' : `, longest gap ${Math.round(longestGapMs)} ms`}`,
  silence: 'no bytes',
  checks: {
    firstByte: 'first byte within deadline',
    finish: (reason: string | null) => (reason ? `finish reason ${reason}` : 'finish reason missing'),
    endMark: (there: boolean) => (there ? 'end mark [DONE]' : 'end mark [DONE] missing'),
  },
};
