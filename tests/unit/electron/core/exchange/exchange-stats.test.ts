import { expect, test } from 'vitest';
import type { TimelineRecorder } from '#core/exchange/timeline.ts';
import { ExchangeStats } from '#core/exchange/timeline.ts';
import type { Part } from '#shared/protocol/part.ts';

const call = { index: 0, id: 'c', name: 'f', arguments: '{}' };
const rows: [part: Part, marks: boolean][] = [
  [{ type: 'text-delta', text: 'a' }, true],
  [{ type: 'reasoning-delta', text: 'a' }, true],
  [{ type: 'refusal-delta', text: 'a' }, true],
  [{ type: 'tool-call', ...call, valid: true }, true],
  [{ type: 'answer-start', status: 200, streamed: true, requestId: null }, false],
  [{ type: 'answer-id', id: 'a', model: 'm' }, false],
  [{ type: 'finish', reason: 'stop' }, false],
];

test.each(rows)('the first token of a reply is real content: %j', (part, marks) => {
  const marked: string[] = [];
  new ExchangeStats({ mark: (what: string) => marked.push(what) } as unknown as TimelineRecorder).note(part);
  expect(marked).toEqual(marks ? ['firstToken'] : []);
});
