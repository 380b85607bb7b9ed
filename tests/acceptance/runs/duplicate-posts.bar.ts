import type { Socket } from 'node:net';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { chatBody, memoryFile, startBench } from '../../support/exchange/bench.ts';
import { completion, delta, done, finish } from '../../support/exchange/chat-wire.ts';
import {
  chunk,
  chunkedHead,
  json,
  lastChunk,
  type Received,
  respond,
  startRecordingServer,
} from '../../support/exchange/wire-server.ts';
import type { Bar } from '../bar.ts';

/** Pseudo-random numbers, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

const whole = json(completion('Hello'));
const stream = Buffer.from(
  chunkedHead() +
    [delta('Hel'), delta('lo'), finish, done].map((event) => chunk(event).toString()).join('') +
    lastChunk,
);
const statuses = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 520, 524];

type Fault = (socket: Socket, answer: Buffer, below: (limit: number) => number) => void;

/** What can happen to a response; `below` picks the byte at which it does. */
const faults: Fault[] = [
  (socket, answer, below) => socket.write(answer.subarray(0, below(answer.length)), () => socket.resetAndDestroy()),
  (socket, answer, below) => void socket.end(answer.subarray(0, below(answer.length))),
  // It goes silent there, until the timeout.
  (socket, answer, below) => void socket.write(answer.subarray(0, below(answer.length))),
  (socket, _answer, below) => {
    const refusal = JSON.stringify({ error: { message: 'no', type: 'x', code: 'y' } });
    socket.write(respond(statuses[below(statuses.length)] as number, { 'retry-after-ms': '1' }, refusal));
  },
  (socket) => void socket.resetAndDestroy(),
  (socket) => void socket.end('SSH-2.0-x\r\n'),
  (socket, answer, below) => {
    const bytes = Buffer.from(answer);
    const at = below(bytes.length);
    bytes.writeUInt8((bytes[at] as number) ^ (1 << below(8)), at);
    socket.end(bytes);
  },
  (socket, answer) => void socket.write(answer),
];

const lanes = 24;

export const bar: Bar = {
  promise: 'With default settings one click sends one POST, whatever fault occurs at whatever moment.',
  async run({ long }) {
    const clicks = long ? 10_000 : 400;
    const below = dice(14);
    const posts = new Map<string, number>();
    const server = await startRecordingServer(({ head, socket, method, headers }: Received) => {
      const click = headers.find(([name]) => name === 'x-click')?.[1] ?? '';
      if (method === 'POST') posts.set(click, (posts.get(click) ?? 0) + 1);
      const fault = faults[below(faults.length)] as Fault;
      fault(socket, head.includes('text/event-stream') ? stream : whole, below);
    });
    const limits = { connectMs: 5000, headersMs: 1000, idleMs: 500, totalMs: 5000 };
    const bench = startBench(server.url, { deadlines: () => limits });
    bench.files.set('f1', memoryFile('a.wav', 'audio/wav', new Uint8Array(50_000)));
    const form = {
      kind: 'form' as const,
      fields: [
        { kind: 'text' as const, name: 'model', value: 'm' },
        { kind: 'file' as const, name: 'file', fileId: 'f1' },
      ],
    };
    const drafts: Partial<DraftInput>[] = [
      { body: chatBody() },
      { body: chatBody({ stream: true }) },
      { routeId: 'audio.transcriptions', body: form },
      { routeId: 'images.generations', body: { kind: 'json', text: '{"model":"m","prompt":"x"}' } },
    ];
    let next = 0;
    let twice = 0;
    let misreported = 0;
    const clickAll = async () => {
      while (next < clicks) {
        const click = String(next++);
        const { end } = await bench.run({ ...drafts[Number(click) % drafts.length], headers: [['x-click', click]] });
        // An abandoned request may never have arrived; one reported as not sent must not have.
        const [least = 0, most = 0] = { answered: [1, 1], 'maybe-processed': [0, 1], 'not-sent': [0, 0] }[end.sent];
        const count = posts.get(click) ?? 0;
        if (count > 1) twice += 1;
        else if (count < least || count > most) misreported += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, clickAll));
    await bench.close();
    await server.close();
    return {
      figure: `${clicks} clicks under random faults, ${twice} sent twice, ${misreported} with a wrong sent state`,
      held: twice === 0 && misreported === 0 && posts.size > clicks / 2,
    };
  },
};
