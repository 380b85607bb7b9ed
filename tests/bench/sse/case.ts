/**
 * One measured case in its own process: `case.ts <name> <events> [address]`. Prints one line of JSON with the elapsed
 * milliseconds, the CPU milliseconds of the reading thread, the peak memory, and the number of events seen, which the caller
 * checks.
 */
import { eventTexts, pieces, wireBytes } from './stream.ts';

export interface CaseResult {
  ms: number;
  cpuMs: number;
  rssMb: number;
  events: number;
}

type Measure = (count: number, address: string) => Promise<() => Promise<number> | number>;
type Choices = { choices: unknown[] };

const parseAll = (texts: string[]): number => {
  let seen = 0;
  for (const text of texts) seen += (JSON.parse(text) as Choices).choices.length;
  return seen;
};

async function fetchPieces(address: string, take: (bytes: Uint8Array) => void): Promise<void> {
  const answer = await fetch(`${address}/chat/completions`, { method: 'POST' });
  for await (const bytes of answer.body!) take(bytes);
}

/** Each prepares its input outside the measured time. */
const cases: Record<string, Measure> = {
  'json-only': async (count) => {
    const texts = eventTexts(count);
    return () => parseAll(texts);
  },
  own: async (count) => {
    const input = pieces(wireBytes(count));
    const { EventDecoder } = await import('#core/readers/sse.ts');
    return () => {
      let seen = 0;
      const decoder = new EventDecoder(({ data }) => {
        if (data !== '[DONE]') seen += (JSON.parse(data) as Choices).choices.length;
      }, 1 << 25);
      for (const piece of input) decoder.push(piece);
      decoder.end();
      return seen;
    };
  },
  'eventsource-parser': async (count) => {
    const input = pieces(wireBytes(count));
    const { createParser } = await import('eventsource-parser');
    return () => {
      let seen = 0;
      const parser = createParser({
        onEvent: ({ data }) => {
          if (data !== '[DONE]') seen += (JSON.parse(data) as Choices).choices.length;
        },
      });
      const text = new TextDecoder();
      for (const piece of input) parser.feed(text.decode(piece, { stream: true }));
      return seen;
    };
  },
  'own reader, parts': async (count) => {
    const input = pieces(wireBytes(count));
    const { openReader } = await import('#core/readers/open-reader.ts');
    return () => {
      let seen = 0;
      const reader = openReader('chat', { status: 200, statusText: '', headers: [], streamAsked: true });
      for (const piece of input) for (const part of reader.read(piece)) if (part.type === 'text-delta') seen += 1;
      reader.end();
      return seen;
    };
  },
  'net read': async (count, address) => async () => {
    await fetchPieces(address, () => {});
    return count;
  },
  'net own': async (_count, address) => {
    const { EventDecoder } = await import('#core/readers/sse.ts');
    return async () => {
      let seen = 0;
      const decoder = new EventDecoder(({ data }) => {
        if (data !== '[DONE]') seen += (JSON.parse(data) as Choices).choices.length;
      }, 1 << 25);
      await fetchPieces(address, (bytes) => decoder.push(bytes));
      decoder.end();
      return seen;
    };
  },
};

const [name = '', count = '0', address = ''] = process.argv.slice(2);
const run = await cases[name]!(Number(count), address);
// Garbage of the preparation is not attributed to the measured code.
globalThis.gc?.();
const [began, before] = [performance.now(), process.threadCpuUsage()];
const events = await run();
const ms = performance.now() - began;
const { user, system } = process.threadCpuUsage(before);
const result: CaseResult = { ms, cpuMs: (user + system) / 1000, rssMb: process.resourceUsage().maxRSS / 1024, events };
console.log(JSON.stringify(result));
process.exit(0);
