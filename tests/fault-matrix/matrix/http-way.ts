import { survived } from '../cell.ts';
import { failsWith, type HttpCell, httpCells } from '../http-cell.ts';
import type { WorldName } from '../server/worlds.ts';

/** Rows 1 to 9, 30, 32 and 34 to 36 for exchanges over HTTP: connection faults. */

const documents = ['unary', 'upload'] as const;
const stream = ['sse'] as const;
const upload = ['upload'] as const;

const brokeOff = { state: 'interrupted', sent: 'answered' } as const;
const unsent = { sent: 'not-sent' } as const;

const untrusted = (fault: string, world: WorldName, says: RegExp) =>
  httpCells(3, fault, 'all', failsWith('tls'), { world, says });
const refusedByProxy = (fault: string, world: WorldName, says: RegExp) =>
  httpCells(34, fault, 'all', failsWith('proxy'), { world, says });

export const cells: readonly HttpCell[] = [
  ...httpCells(1, 'the port is closed', 'all', failsWith('refused'), {
    world: 'closedPort',
    says: /refused the connection/,
  }),
  ...httpCells(2, 'the host name is unknown', 'all', failsWith('dns'), { world: 'unknownName', says: /\(ENOTFOUND\)/ }),
  ...httpCells(2, 'no name server responds', 'all', failsWith('dns', { retry: 'not-sent-twice' }), {
    world: 'silentNameServer',
    says: /\(EAI_AGAIN\)/,
  }),

  ...untrusted('a self-signed certificate', 'selfSigned', /self-signed.*issued by localhost/),
  ...untrusted(
    'an unknown certificate authority',
    'unknownAuthority',
    /unknown certificate authority.*Patchbay test authority/,
  ),
  ...untrusted('an expired certificate', 'expired', /has expired.*valid from/),
  ...untrusted('a certificate for another name', 'otherName', /for another name.*other\.test/),
  ...untrusted('the port speaks plain HTTP', 'plainPort', /may be for plain HTTP/),

  ...httpCells(4, 'connected, but the TLS handshake never completes', 'all', failsWith('connect-timeout'), {
    world: 'silentTls',
    limits: { connectMs: 150 },
  }),
  ...httpCells(4, 'the request is accepted, but nothing is returned', 'all', failsWith('headers-timeout'), {
    endpoint: 'hangBeforeHeaders',
    limits: { headersMs: 150 },
  }),

  ...httpCells(5, 'silence during the response', 'all', failsWith('idle-timeout', brokeOff), (column) => ({
    endpoint: 'hangMidBody',
    // The limit also counts for an upload in progress, and must not expire there on a busy computer.
    limits: { idleMs: column === 'upload' ? 1000 : 150 },
    ...(column === 'sse' && { text: 'Hello', says: /5 characters in 2 events/ }),
  })),
  ...httpCells(5, 'the gateway stops reading the request', upload, failsWith('upload-stalled'), {
    endpoint: 'stopsReading',
    limits: { idleMs: 300 },
    early: true,
    large: true,
    says: /byte [\d,]+ of [\d,]+/,
  }),

  ...httpCells(6, 'a document arrives byte by byte', documents, (column) => survived(column), {
    endpoint: 'dripBody',
    limits: { idleMs: 300 },
  }),
  ...httpCells(6, 'only comments arrive for longer than the idle timeout', stream, (column) => survived(column), {
    endpoint: 'dripComments',
    limits: { idleMs: 300 },
    text: 'Hello',
  }),
  ...httpCells(6, 'content stops, comments continue', stream, failsWith('stalled', brokeOff), {
    endpoint: 'commentsForEver',
    limits: { idleMs: 300 },
    keptInPart: true,
    text: 'Hello',
    says: /only keep-alives for 0\.3 s, .* The last byte arrived 0(?:\.\d)? s ago\. 5 characters/,
  }),
  ...httpCells(6, 'content stops, ping events continue', stream, failsWith('stalled', brokeOff), {
    endpoint: 'pingsForEver',
    limits: { idleMs: 300 },
    keptInPart: true,
    text: 'Hello',
  }),
  ...httpCells(6, 'the request is read byte by byte', upload, (column) => survived(column), {
    endpoint: 'readsSlowly',
    limits: { idleMs: 1000 },
    early: true,
    large: true,
  }),
  ...httpCells(6, 'the document never ends', ['unary'], failsWith('total-timeout', brokeOff), {
    endpoint: 'dripForEver',
    limits: { totalMs: 1500 },
    keptInPart: true,
  }),

  ...httpCells(7, 'a reset before the response', 'all', failsWith('reset'), { endpoint: 'resetBeforeAnswer' }),
  ...httpCells(7, 'a close before the response', 'all', failsWith('reset'), { endpoint: 'closeBeforeAnswer' }),
  ...httpCells(7, 'a close within the headers', 'all', failsWith('reset'), { endpoint: 'closeWithinHead' }),
  ...httpCells(7, 'a reset while the request is sent', upload, failsWith('reset'), {
    endpoint: 'resetWhileSending',
    early: true,
    large: true,
  }),

  ...httpCells(8, 'a reset during the response', 'all', failsWith('reset', brokeOff), (column) => ({
    endpoint: 'resetMidBody',
    ...(column === 'sse' && { text: 'Hello', says: /5 characters in 2 events/ }),
  })),
  ...httpCells(8, 'a close during the response', 'all', failsWith('truncated', brokeOff), {
    endpoint: 'closeMidBody',
  }),
  ...httpCells(8, 'a reset after the finish reason', stream, (column) => survived(column, 'no-end-mark'), {
    endpoint: 'resetAfterFinish',
    text: 'Hello',
  }),

  ...httpCells(9, 'closed after complete JSON', documents, (column) => survived(column), {
    endpoint: 'closeAfterWhole',
  }),
  ...httpCells(9, 'closed within JSON', documents, failsWith('truncated', { sent: 'answered' }), {
    endpoint: 'closeAfterHalf',
  }),
  ...httpCells(9, 'a clean end without a finish reason', stream, failsWith('no-terminal', brokeOff), {
    endpoint: 'endWithoutTerminal',
    text: 'Hello',
  }),
  ...httpCells(9, '[DONE] without a finish reason', stream, failsWith('no-terminal', brokeOff), {
    endpoint: 'doneWithoutFinish',
    text: 'Hello',
  }),
  ...httpCells(9, 'a finish reason without [DONE]', stream, (column) => survived(column, 'no-end-mark'), {
    endpoint: 'finishWithoutDone',
    text: 'Hello',
  }),

  ...httpCells(30, 'fewer bytes than announced', documents, failsWith('truncated', brokeOff), {
    endpoint: 'lengthTooLong',
    says: /of 9,000 bytes/,
  }),
  ...httpCells(30, 'fewer bytes than announced, after the end', stream, (column) => survived(column, 'no-end-mark'), {
    endpoint: 'lengthTooLong',
    text: 'Hello',
  }),
  ...httpCells(30, 'fewer bytes than announced, before the end', stream, failsWith('truncated', brokeOff), {
    endpoint: 'lengthTooLongHalf',
    text: 'Hello',
  }),
  ...httpCells(30, 'Content-Length cuts JSON', documents, failsWith('truncated', { sent: 'answered' }), {
    endpoint: 'lengthTooShort',
    says: /declared a shorter length/,
  }),
  ...httpCells(30, 'Content-Length cuts the stream', stream, failsWith('truncated', brokeOff), {
    endpoint: 'lengthTooShort',
    text: 'Hello',
  }),
  ...httpCells(30, 'more bytes after the end', 'all', (column) => survived(column, 'surplus-bytes'), {
    endpoint: 'surplusBytes',
  }),

  ...httpCells(32, 'two conflicting lengths', 'all', failsWith('protocol'), { endpoint: 'bothLengths' }),
  ...httpCells(32, 'an invalid byte in a header', 'all', failsWith('protocol'), { endpoint: 'badHeader' }),
  ...httpCells(32, 'headers over 16 KiB', 'all', failsWith('protocol'), {
    endpoint: 'giantHeaders',
    says: /larger than 16 KiB/,
  }),
  ...httpCells(32, 'not HTTP', 'all', failsWith('protocol'), { endpoint: 'notHttp', says: /it begins: SSH-2\.0/ }),
  ...httpCells(32, 'TLS instead of plain HTTP', 'all', failsWith('protocol'), {
    endpoint: 'tlsAlert',
    says: /uses TLS/,
  }),
  ...httpCells(32, 'another protocol (101)', 'all', failsWith('protocol', { sent: 'answered' }), {
    endpoint: 'upgraded',
  }),
  ...httpCells(32, 'a damaged chunk', 'all', failsWith('protocol', brokeOff), { endpoint: 'damagedChunk' }),

  ...refusedByProxy('407 for a tunnel', 'proxyLogin', /rejected the login \(407\)/),
  ...refusedByProxy('403 for a tunnel', 'proxyForbids', /refused to connect to gateway\.invalid:443 \(403\)/),
  ...refusedByProxy('not an HTTP proxy', 'noProxy', /did not respond as an HTTP proxy/),
  ...refusedByProxy('407 for plain http', 'plainProxyLogin', /rejected the login \(407\)/),

  ...httpCells(35, 'a reused connection is closed during the request', ['unary', 'sse'], failsWith('reset'), {
    endpoint: 'closesKeptConnection',
    again: true,
    requests: 2,
  }),
  {
    part: 'network',
    row: 35,
    column: 'upload',
    fault: 'a reused connection would be closed during the request',
    outcome: survived('upload'),
    note: 'A form always gets a new connection, so the race cannot happen.',
    endpoint: 'closesKeptConnection',
    again: true,
    requests: 2,
  },

  ...httpCells(36, 'while it connects', 'all', failsWith('aborted', unsent), {
    world: 'silentTls',
    stopAt: 'connecting',
  }),
  ...httpCells(36, 'before the response', 'all', failsWith('aborted'), {
    endpoint: 'hangBeforeHeaders',
    stopAt: 'waiting',
  }),
  ...httpCells(36, 'during the response', 'all', failsWith('aborted', { sent: 'answered' }), {
    endpoint: 'hangMidBody',
    stopAt: 'receiving',
  }),
  ...httpCells(36, 'while the request is sent', upload, failsWith('aborted'), {
    endpoint: 'stopsReading',
    early: true,
    large: true,
    stopAt: 'sending',
  }),
];
