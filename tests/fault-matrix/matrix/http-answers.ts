import type { HttpKind } from '../../support/gateways/speech.ts';
import { failed, survived } from '../cell.ts';
import { absentCell, failsWith, type HttpCell, httpCells } from '../http-cell.ts';

/** Rows 10 to 16, 31 and 33 for exchanges over HTTP: complete responses that are not what was requested. */

const documents = ['unary', 'upload'] as const;
const stream = ['sse'] as const;
const brokeOff = { state: 'interrupted' } as const;
/** Bytes arrived, and cannot be read. */
const undecoded = (column: HttpKind) => failed('encoding', column, column === 'sse' ? brokeOff : {});

export const cells: readonly HttpCell[] = [
  ...httpCells(10, 'an error with status 200', 'all', failsWith('in-band'), {
    endpoint: 'errorInBody',
    knows: { status: 200, gatewayMessage: 'no channel' },
  }),
  ...httpCells(10, 'an error event after some text', stream, failsWith('in-band'), {
    endpoint: 'errorInStream',
    text: 'Hello',
    knows: { status: 200, gatewayMessage: 'no channel' },
  }),

  ...httpCells(11, 'malformed JSON', documents, failsWith('bad-json'), {
    endpoint: 'badJson',
    says: /line 1, column 8/,
  }),
  ...httpCells(11, 'one malformed event', stream, (column) => survived(column, 'bad-event'), {
    endpoint: 'badEvent',
    text: 'Hello',
  }),
  ...httpCells(11, 'malformed events only', stream, failsWith('bad-json'), {
    endpoint: 'badEventsOnly',
    keptInPart: true,
  }),
  ...httpCells(11, 'many malformed events among valid ones', stream, (column) => survived(column, 'bad-event'), {
    endpoint: 'badEventsManyTimes',
    text: 'Hello',
  }),

  ...httpCells(12, 'an endless event', stream, failsWith('too-large', brokeOff), {
    endpoint: 'giantEvent',
    text: 'Hello',
    keptInPart: true,
  }),
  absentCell(12, 'unary', 'A document has no lines; row 14 covers one that never ends.'),
  absentCell(12, 'upload', 'A document has no lines; row 14 covers one that never ends.'),

  ...httpCells(13, 'a byte that is not UTF-8', 'all', (column) => survived(column, 'invalid-utf8'), {
    endpoint: 'invalidUtf8',
  }),
  ...httpCells(13, 'characters split across chunks', stream, (column) => survived(column), {
    endpoint: 'cutCharacters',
    text: 'grüßelo',
  }),

  ...httpCells(14, 'gzip that expands a thousandfold', stream, failsWith('too-large', brokeOff), {
    endpoint: 'bombEvent',
    text: 'Hello',
    keptInPart: true,
  }),
  ...httpCells(14, 'gzip that expands a thousandfold', ['unary'], failsWith('too-large'), {
    endpoint: 'bomb',
    keptInPart: true,
    says: /exceeded 128 MiB/,
  }),
  absentCell(14, 'upload', 'Same as one document: the decompressed size is counted before a reader sees it.'),

  ...httpCells(15, 'damaged gzip', 'all', failsWith('encoding'), { endpoint: 'corruptGzip', keptInPart: true }),
  ...httpCells(15, 'not gzip, despite the header', 'all', failsWith('encoding'), { endpoint: 'notGzip' }),
  ...httpCells(15, 'truncated gzip', documents, failsWith('encoding'), {
    endpoint: 'cutGzip',
    keptInPart: true,
  }),
  ...httpCells(15, 'truncated gzip after events', stream, failsWith('encoding', brokeOff), {
    endpoint: 'cutGzipStream',
    text: 'Hello',
  }),
  ...httpCells(15, 'an unknown encoding', 'all', undecoded, {
    endpoint: 'unknownCoding',
    says: /unknown encoding "rot13"/,
  }),
  ...httpCells(15, 'four nested encodings', 'all', undecoded, {
    endpoint: 'fourCodings',
    says: /compressed 4 times/,
  }),

  ...httpCells(16, 'HTML', 'all', failsWith('not-json'), {
    endpoint: 'page',
    says: /titled "Sign in"/,
    knows: { status: 200 },
  }),
  ...httpCells(16, 'HTML labeled as JSON', 'all', failsWith('not-json'), {
    endpoint: 'pageLabelledAsAnswer',
    says: /titled "Sign in"/,
  }),
  ...httpCells(16, 'one document instead of a stream', stream, (column) => survived(column, 'json-for-stream'), {
    endpoint: 'documentForStream',
    text: 'Hello',
  }),

  ...httpCells(16, 'unexpected JSON', 'all', failsWith('wrong-type'), {
    endpoint: 'otherJson',
    says: /JSON that is not/,
  }),

  ...httpCells(31, 'a chunk arrives twice', documents, failsWith('bad-json'), { endpoint: 'doubledChunk' }),
  ...httpCells(31, 'an event without a sequence number arrives twice', stream, (column) => survived(column), {
    endpoint: 'doubledEvents',
    text: 'Hellolo',
  }),
  ...httpCells(31, 'an event with an SSE ID arrives twice', stream, (column) => survived(column), {
    endpoint: 'doubledEventsWithIds',
    text: 'Hellolo',
  }),

  ...httpCells(33, '204', 'all', failsWith('empty'), { endpoint: 'noContent', knows: { status: 204 } }),
  ...httpCells(33, '200 without a body', 'all', failsWith('empty'), { endpoint: 'nothing' }),
  ...httpCells(33, 'comments but no event', stream, failsWith('empty'), {
    endpoint: 'commentsOnly',
    says: /without any events/,
  }),
];
