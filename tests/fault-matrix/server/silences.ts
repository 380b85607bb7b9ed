import type { Fault, FaultWire } from './fault-wire.ts';

/** Chunks with a pause between them; all pauses together exceed the silence limit that cells set. */
const drips = 24;
const dripMs = 25;

function drip(wire: FaultWire, next: (turn: number) => boolean): void {
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    if (!next(turn)) clearInterval(timer);
  }, dripMs);
  wire.socket.once('close', () => clearInterval(timer));
}

/** Each keep-alive arrives in two chunks. */
function aliveForEver(wire: FaultWire, sign: string): void {
  wire.begin();
  wire.piece(wire.speech.half);
  drip(wire, (turn) => {
    wire.piece(turn % 2 === 1 ? sign.slice(0, 3) : sign.slice(3));
    return true;
  });
}

/** Rows 4 to 6: a gateway that sends nothing, or too little. */
export const silences = {
  hangBeforeHeaders() {},
  hangMidBody: (wire) => wire.speakHalf(),

  /** Comments keep a stream alive; its text comes at the end. */
  dripComments(wire) {
    wire.begin();
    drip(wire, (turn) => {
      wire.piece(turn < drips ? ': ping\n\n' : wire.speech.whole);
      if (turn === drips) wire.end();
      return turn < drips;
    });
  },

  dripBody(wire) {
    const { whole } = wire.speech;
    const step = Math.ceil(whole.length / drips);
    wire.begin();
    drip(wire, (turn) => {
      const from = (turn - 1) * step;
      if (from < whole.length) wire.piece(whole.slice(from, from + step));
      if (turn === drips) wire.end();
      return turn < drips;
    });
  },

  /** Accepts part of the request and then no more. */
  stopsReading: ({ socket }) => socket.pause(),

  /** Accepts a request gradually, with pauses that together exceed the silence limit. */
  async readsSlowly(wire) {
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      if (turn % 2 === 1 && turn < 60) wire.socket.pause();
      else wire.socket.resume();
      if (turn === 60) clearInterval(timer);
    }, dripMs);
    wire.socket.once('close', () => clearInterval(timer));
    await wire.request.body;
    wire.speak();
  },

  /** The text stops, and keep-alives continue forever: as comments, and as events. */
  commentsForEver: (wire) => aliveForEver(wire, ': PING\n\n'),
  pingsForEver: (wire) => aliveForEver(wire, 'event: ping\ndata: {"type":"ping"}\n\n'),

  /** Never ends. */
  dripForEver(wire) {
    wire.begin();
    wire.piece(wire.speech.half.slice(0, -1));
    drip(wire, () => {
      wire.piece(' ');
      return true;
    });
  },
} satisfies Record<string, Fault>;
