import { Buffer } from 'node:buffer';
import type { GatewaySocket } from '../../support/gateways/session-gateway.ts';
import { type Cell, type CellOutcome, failed, type PlayedCell } from '../cell.ts';
import type { CloseForm } from '../session-forms.ts';

export type SessionCell = Cell & { forms?: readonly CloseForm[] };

const column = 'session';
const played = (
  row: string,
  fault: string,
  outcome: CellOutcome,
  forms: readonly CloseForm[],
  note?: string,
): PlayedCell & { forms: readonly CloseForm[] } => ({
  ...{ part: 'close', row, column, fault, outcome, forms },
  ...(note !== undefined && { note }),
});

const kept = { sent: 'answered', kept: 'session' } as const;
const over: CellOutcome = { ...kept, state: 'done', code: null, retry: 'none' };
const goesOn: CellOutcome = { ...kept, state: 'live', code: null, retry: 'none' };
const interrupted = (code: Parameters<typeof failed>[0]) =>
  failed(code, column, { ...kept, state: 'interrupted', retry: 'none' });
const refused = (code: Parameters<typeof failed>[0]) =>
  failed(code, column, { ...kept, state: 'failed', retry: 'change-first' });
const again = (code: Parameters<typeof failed>[0]) =>
  failed(code, column, { ...kept, state: 'interrupted', retry: 'reconnect' });

const closes =
  (code: number | null, reason = 'the reason') =>
  (socket: GatewaySocket) =>
    socket.close(code, code === null ? '' : reason);
const reconnecting = (code: number, change: Partial<CloseForm> = {}): CloseForm => ({
  name: `${code}`,
  strike: closes(code),
  shown: code,
  words: /the reason/,
  reconnects: true,
  ...change,
});

/** How sessions end, and what they survive. */
export const cells: readonly SessionCell[] = [
  played('1000 by the server', 'closed normally', over, [
    { name: 'with a reason', strike: closes(1000), shown: 1000, words: /the reason/ },
  ]),
  played('1000 by Patchbay', 'the user ends the session', over, [
    { name: 'with a normal close', strike: () => {}, acts: 'end', shown: 1000, byUs: true },
  ]),
  played('1001', 'the server goes away', again('server'), [reconnecting(1001)]),
  played('1005', 'closed without a code', over, [
    { name: 'while idle', strike: closes(null), shown: 1005 },
    { name: 'during a reply', isAnswering: true, strike: closes(null), shown: 1005, reconnects: true },
  ]),
  played('1006', 'the connection is lost', again('reset'), [
    {
      name: 'reset during a reply',
      isAnswering: true,
      strike: ({ socket }) => socket.resetAndDestroy(),
      shown: 1006,
      reconnects: true,
    },
    { name: 'ended without a close frame', strike: ({ socket }) => socket.end(), shown: 1006, reconnects: true },
    {
      name: 'with reconnecting disabled',
      draft: { reconnect: false },
      strike: ({ socket }) => socket.resetAndDestroy(),
      shown: 1006,
      words: /lost after \d/,
    },
  ]),
  played('1007', 'text that is not UTF-8', interrupted('protocol'), [
    { name: 'reported by the server', strike: closes(1007), shown: 1007, words: /the reason/ },
    {
      name: 'detected by Patchbay',
      strike: (socket) => socket.frame(0x81, Buffer.from([0xc3, 0x28])),
      shown: 1007,
      byUs: true,
    },
    {
      name: 'an invalid frame',
      strike: (socket) => socket.frame(0xf3, Buffer.from('x')),
      shown: 1002,
      byUs: true,
    },
  ]),
  played('1008', 'refused by policy', refused('forbidden'), [
    { name: 'with a reason', strike: closes(1008), shown: 1008, words: /the reason/ },
  ]),
  played('1009', 'a message too large', interrupted('too-large'), [
    { name: 'reported by the server', strike: closes(1009), shown: 1009, words: /the reason/ },
    {
      name: 'detected by Patchbay',
      // The head of a message of 17 MiB is enough.
      strike: ({ socket }) => socket.write(Buffer.from([0x81, 127, 0, 0, 0, 0, 1, 0x10, 0, 0])),
      shown: 1009,
      byUs: true,
      words: /16 MiB/,
    },
  ]),
  played('1011, 1012, 1013', 'the server reports an error', again('server'), [
    reconnecting(1011),
    reconnecting(1012),
    reconnecting(1013, { gapMs: 60 }),
  ]),
  played('3000 to 4999', 'custom codes', refused('rejected'), [
    { name: '3000', strike: closes(3000), shown: 3000, code: 'auth', words: /the reason/ },
    { name: '3003', strike: closes(3003), shown: 3003, code: 'forbidden', words: /the reason/ },
    { name: '4321', strike: closes(4321), shown: 4321, words: /4321.*the reason/ },
    { name: '3008', strike: closes(3008), shown: 3008, state: 'interrupted', code: 'server', words: /the reason/ },
  ]),
  played('no pong', 'no response to a ping', again('idle-timeout'), [
    {
      name: 'and it reconnects',
      strike: (socket) => {
        socket.isDead = true;
      },
      timings: { pingMs: 40, pongMs: 150 },
      shown: 1006,
      byUs: true,
      words: /stopped responding/,
      reconnects: true,
    },
  ]),
  played('silence', 'only pongs arrive', goesOn, [
    { name: 'for several pings', strike: () => {}, timings: { pingMs: 30 }, shown: null, kinds: ['ping', 'pong'] },
  ]),
  played('malformed', "frames that aren't events", goesOn, [
    {
      name: 'a few of them',
      strike: (socket) => {
        for (const text of [
          '{"type":"response.done"',
          '{"type":"__proto__","__proto__":{"polluted":true}}',
          '[1]',
          '{"type":7}',
          '{"type":"never.heard"}',
        ])
          socket.say(text);
        socket.frame(0x82, Buffer.from([1, 2, 3]));
      },
      shown: null,
      kinds: ['malformed', '__proto__', 'never.heard', 'binary'],
    },
    {
      name: 'a hundred of them',
      strike: (socket) => {
        for (let count = 0; count < 100; count += 1) socket.say('not json');
      },
      shown: 1007,
      byUs: true,
      state: 'interrupted',
      code: 'protocol',
    },
  ]),
  played('error event', 'an error instead of a response', goesOn, [
    {
      name: 'from the server',
      strike: (socket) => socket.event({ type: 'error', error: { type: 'server_error', code: 'x', message: 'oops' } }),
      shown: null,
      kinds: ['error'],
    },
  ]),
  {
    ...{ part: 'close', row: 'handshake refused', column },
    absent: 'See rows 16 to 29, where every rejection of the handshake has its own cell.',
  },
  played('send queue', 'the gateway reads nothing', goesOn, [
    {
      name: 'more than 8 MiB queued',
      strike: ({ socket }) => void socket.pause(),
      acts: 'sound',
      shown: null,
      draft: { reconnect: false },
    },
  ]),
  played('session limit', 'the maximum duration of a session has passed', over, [
    {
      name: 'announced in an event',
      strike: (socket) => {
        socket.event({ type: 'error', error: { code: 'session_expired', message: 'maximum duration of 60 minutes' } });
      },
      shown: 1000,
      byUs: true,
    },
    {
      name: 'announced in the close',
      strike: closes(1001, 'maximum duration reached'),
      shown: 1001,
      words: /maximum duration/,
    },
  ]),
  played('server restarts', 'the gateway restarts', again('reset'), [
    {
      name: 'on the same port',
      isAnswering: true,
      strike: async (_, gateway) => {
        await gateway.down();
        await gateway.up();
      },
      shown: 1006,
      reconnects: true,
    },
  ]),
];
