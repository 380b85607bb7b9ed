import { Buffer } from 'node:buffer';
import { completion, delta, done, finish } from '../../support/exchange/chat-wire.ts';
import type { Fault, FaultWire } from './fault-wire.ts';

const inOneGo =
  (body: string | Uint8Array): Fault =>
  (wire) =>
    wire.answer(body);

function stream(wire: FaultWire, ...pieces: (string | Uint8Array)[]): void {
  wire.begin();
  for (const piece of pieces) wire.piece(piece);
  wire.end();
}

const page = '<!doctype html><html><title>Sign in</title><body>Please sign in.</body></html>';
const bad = 'data: {"choices": nope\n\n';

/** A good response of its kind with one byte in it that is not UTF-8. */
const withBadByte = ({ whole }: FaultWire['speech']): Buffer =>
  Buffer.concat(
    whole
      .split('Hel')
      .flatMap((part, at) => (at === 0 ? [Buffer.from(part)] : [Buffer.from([0x48, 0xff]), Buffer.from(`el${part}`)])),
  );

/** Rows 10 to 13, 16, 31 and 33: complete responses that are not what was requested. */
export const unexpectedAnswers = {
  errorInBody: inOneGo(
    JSON.stringify({ error: { message: 'no channel', type: 'new_api_error', code: 'channel_gone' } }),
  ),
  errorInStream: (wire) =>
    stream(
      wire,
      wire.speech.half,
      'data: {"error":{"message":"no channel","type":"new_api_error","code":"channel_gone"}}\n\n',
      delta(' never shown'),
      done,
    ),

  badJson: inOneGo('{"id": nope}'),
  badEvent: (wire) => stream(wire, delta('Hel'), bad, delta('lo'), finish, done),
  badEventsOnly: (wire) => stream(wire, ...Array.from({ length: 9 }, () => bad)),
  badEventsManyTimes: (wire) =>
    stream(wire, delta('Hel'), ...Array.from({ length: 30 }, () => bad), delta('lo'), finish, done),

  invalidUtf8(wire) {
    const body = withBadByte(wire.speech);
    wire.answer(body);
  },
  cutCharacters: (wire) =>
    stream(wire, ...[...Buffer.from(wire.speech.whole.replace('Hel', 'grüße'))].map((byte) => Buffer.from([byte]))),

  otherJson: inOneGo('{"weather":"fine"}'),
  page: (wire) => wire.answer(page, { 'content-type': 'text/html; charset=utf-8' }),
  pageLabelledAsAnswer: inOneGo(page),
  documentForStream: (wire) => wire.answer(JSON.stringify(completion()), { 'content-type': 'application/json' }),

  doubledChunk(wire) {
    const { whole } = wire.speech;
    stream(wire, whole.slice(0, 25), whole.slice(10, 25), whole.slice(25));
  },
  /** Without a number or an id a repetition cannot be distinguished from a model that repeats itself. */
  doubledEvents: (wire) => stream(wire, delta('Hel'), delta('lo'), delta('lo'), finish, done),
  doubledEventsWithIds(wire) {
    const numbered = (id: number, event: string) => `id: ${id}\n${event}`;
    const second = numbered(2, delta('lo'));
    stream(wire, numbered(1, delta('Hel')), second, second, numbered(3, finish), done);
  },

  noContent: ({ socket }) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  nothing: inOneGo(''),
  commentsOnly: (wire) => stream(wire, ': nothing\n\n'),
} satisfies Record<string, Fault>;
