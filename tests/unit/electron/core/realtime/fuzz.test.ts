import { expect, test } from 'vitest';
import { SessionReader } from '#core/readers/session/read-session.ts';
import { serverEventNames } from '#shared/protocol/realtime-events.ts';

/** A small seeded generator, so that a failure can be repeated. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const names = [
  'type',
  'item',
  'item_id',
  'delta',
  'transcript',
  'response',
  'session',
  'error',
  'content',
  '__proto__',
  'constructor',
  'audio',
  'rate_limits',
  'output',
  'call_id',
  'name',
  'arguments',
  'audio_end_ms',
];

function anything(random: () => number, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 5 : 8));
  if (kind === 0) return null;
  if (kind === 1) return random() * 1e12 - 5e11;
  if (kind === 2) return random() > 0.5;
  if (kind === 3) return String.fromCodePoint(...Array.from({ length: 5 }, () => 32 + Math.floor(random() * 0xd000)));
  if (kind === 4) return Buffer.alloc(Math.floor(random() * 20), 7).toString('base64');
  if (kind === 5) return Array.from({ length: 3 }, () => anything(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: 4 }, () => [
      names[Math.floor(random() * names.length)] as string,
      anything(random, depth + 1),
    ]),
  );
}

test('no event, however odd, makes the reader throw, and its output is serializable', () => {
  const types = [...serverEventNames, '__proto__', 'constructor', 'toString', ''];
  for (let seed = 1; seed <= 800; seed += 1) {
    const random = chance(seed * 7919);
    const reader = new SessionReader();
    for (let line = 0; line < 4; line += 1) {
      const type = types[Math.floor(random() * types.length)];
      const data = JSON.stringify({ ...(anything(random) as object), ...(anything(random) as object), type });
      const dir = random() > 0.2 ? 'in' : 'out';
      const parts = reader.read({ n: 0, at: line, socket: 0, dir, op: 'text', size: data.length, data });
      expect(parts[0]?.type, `seed ${seed}`).toBe('frame');
      expect(() => structuredClone(parts)).not.toThrow();
    }
  }
  expect(({} as Record<string, unknown>).type).toBeUndefined();
});

test('text that is not an event is malformed, at any cut', () => {
  const whole = '{"type":"response.created","response":{"id":"r"}}';
  for (let length = 0; length <= whole.length; length += 1) {
    const data = whole.slice(0, length);
    const [first] = new SessionReader().read({ n: 0, at: 0, socket: 0, dir: 'in', op: 'text', size: length, data });
    const kind = first?.type === 'frame' ? first.frame.kind : '';
    expect(kind).toBe(length === whole.length ? 'response.created' : 'malformed');
  }
});
