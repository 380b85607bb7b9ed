import * as z from 'zod/mini';
import { call, duplex, type HandlersOf, out, stream } from '#shared/contract/define.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';

type Word = { word: string; from: number };

/** A small contract with one entry for each feature of the transport. */
export const contract = {
  probe: {
    echo: call(z.object({ value: z.unknown() }), out<unknown>()),
    nothing: call(z.object({}), out<void>()),
    add: call(z.object({ a: z.number(), b: z._default(z.number(), 1) }), out<number>()),
    refuse: call(z.object({}), out<void>()),
    crash: call(z.object({}), out<void>()),
    odd: call(z.object({}), out<unknown>()),
    forever: call(z.object({}), out<void>()),
    count: stream(z.object({ to: z.optional(z.number()) }), out<number>()),
    break: stream(z.object({ after: z.number() }), out<number>()),
    words: stream(z.object({ count: z.number() }), out<Word>(), (first, second) => ({
      word: first.word + second.word,
      from: first.from,
    })),
    silent: stream(z.object({ never: z.optional(z.boolean()) }), out<number>()),
    talk: duplex(z.object({ greeting: z.string() }), z.object({ say: z.string() }), out<string>()),
    deaf: duplex(z.object({}), z.object({ say: z.string() }), out<string>()),
  },
};

/** What the handlers received, so that a test can check what reached the other side. */
export function createProbe() {
  const seen = { made: 0, aborted: 0, finished: 0, said: [] as string[], started: Promise.withResolvers<void>() };
  const left = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

  const handlers: HandlersOf<typeof contract> = {
    probe: {
      echo: ({ value }) => value,
      nothing: () => {},
      add: async ({ a, b }) => a + b,
      refuse: () => {
        throw new AppError(failure('quota', 'No credit.', { status: 402, hint: 'Top up.' }));
      },
      crash: () => {
        throw new TypeError('undefined is not a function');
      },
      odd: () => () => 'a function can not travel',
      forever: async (_input, { signal }) => {
        seen.started.resolve();
        await left(signal);
        seen.aborted += 1;
      },
      async *count({ to = Number.POSITIVE_INFINITY }) {
        try {
          for (let value = 0; value < to; value += 1) {
            seen.made += 1;
            yield value;
          }
        } finally {
          seen.finished += 1;
        }
      },
      async *break({ after }) {
        for (let value = 0; value < after; value += 1) yield value;
        throw new AppError(failure('reset', 'The gateway hung up.'));
      },
      async *words({ count }) {
        for (let from = 0; from < count; from += 1) {
          seen.made += 1;
          yield { word: `${from} `, from };
        }
      },
      async *silent({ never = false }, { signal }) {
        seen.started.resolve();
        await left(signal);
        seen.aborted += 1;
        if (never) yield 0;
      },
      async *talk({ greeting }, { incoming }) {
        yield greeting;
        for await (const { say } of incoming) {
          seen.said.push(say);
          yield `you said ${say}`;
        }
        yield 'bye';
      },
      async *deaf(_input, { signal }) {
        yield 'ready';
        await left(signal);
        seen.aborted += 1;
      },
    },
  };
  return { handlers, seen };
}
