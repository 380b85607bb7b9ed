import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Part } from '#shared/protocol/part.ts';
import type { Run, RunStarter } from '../../../../../renderer/lib/runs/live-run.ts';
import { followAnswer } from '../../../../../renderer/panels/chat/answer-run.ts';
import type { Answer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { loadStringsOf } from '../../../../support/panel-strings.ts';

beforeAll(() => loadStringsOf('chat'));

afterEach(() => void vi.useRealTimers());

/** A hidden page: it reads the parts as they arrive and renders them all at once, a minute after the end. */
const drawnLate: RunStarter = <P, State>(
  parts: AsyncIterable<P>,
  start: State,
  fold: (state: State, part: P) => State,
) => {
  const store = createStore<Run<State>>(() => ({ status: 'running', state: start }));
  const drain = async () => {
    const all: P[] = [];
    for await (const part of parts) all.push(part);
    vi.advanceTimersByTime(60_000);
    store.setState({ status: 'done', state: all.reduce(fold, start) });
  };
  void drain();
  return store;
};

/** Five seconds of reasoning, then the text. */
async function* parts(): AsyncGenerator<Part> {
  yield { type: 'reasoning-delta', text: 'let me think' };
  vi.advanceTimersByTime(5000);
  yield { type: 'text-delta', text: 'Hello' };
}

const reasoningMs = (isLive: boolean) =>
  new Promise<number | null>((resolve) => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    followAnswer({
      startedMs: 0,
      isLive,
      parts: parts(),
      startRun: drawnLate,
      cancel() {},
      onExchange() {},
      onSettled: ({ reasoningFromMs: from, reasoningToMs: to }: Answer) =>
        resolve(from === null || to === null ? null : to - from),
    });
  });

test('reasoning is timed by when its parts arrived, however late a hidden page renders them', async () => {
  expect(await reasoningMs(true)).toBe(5000);
});

test('reasoning that is read again after a reload is not timed', async () => {
  expect(await reasoningMs(false)).toBeNull();
});
