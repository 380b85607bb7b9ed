import type { AnswerFixture } from './read-answer.ts';
import { completed, counts, created, type Event, named, responses } from './response-events.ts';

const item = (id: string, text: string | undefined, rest: Record<string, unknown> = {}) => ({
  type: 'function_call',
  id: `item-${id}`,
  call_id: id,
  name: 'find',
  arguments: text,
  ...rest,
});
const added = (at: number, call: unknown): Event => ({
  type: 'response.output_item.added',
  output_index: at,
  item: call,
});
const ended = (at: number, call: unknown): Event => ({
  type: 'response.output_item.done',
  output_index: at,
  item: call,
});
const piece = (at: number, id: string | undefined, delta: unknown): Event => ({
  type: 'response.function_call_arguments.delta',
  output_index: at,
  item_id: id,
  delta,
});
const closed = (at: number, id: string | undefined, text: string): Event => ({
  type: 'response.function_call_arguments.done',
  output_index: at,
  item_id: id,
  arguments: text,
});

const oslo = '{"at":"Oslo"}';
const rome = '{"at":"Rome"}';
const both = (first = 'c1', second = 'c2') => [`call 0 ${first}:find ${oslo}`, `call 1 ${second}:find ${rome}`];
const end = [counts, 'finish completed'];

const calls = (name: string, events: Event[], tells: string[]): AnswerFixture =>
  responses(name, named(created, ...events), ['id r1 m', ...tells]);

/** Function calls of Responses streams, in every numbering. */
export const responseCallFixtures: AnswerFixture[] = [
  calls(
    'all at place 0, interleaved by the id of the item',
    [
      added(0, item('c1', '')),
      added(0, item('c2', '')),
      piece(0, 'item-c1', '{"at":'),
      piece(0, 'item-c2', '{"at":'),
      piece(0, 'item-c2', '"Rome"}'),
      piece(0, 'item-c1', '"Oslo"}'),
      ended(0, item('c1', oslo)),
      ended(0, item('c2', rome)),
      completed([item('c1', oslo), item('c2', rome)]),
    ],
    [...both(), ...end],
  ),
  calls(
    'ids of items that change from event to event',
    [
      added(0, item('c1', '', { id: 'i1' })),
      piece(0, 'i2', '{"at":'),
      piece(0, 'i3', '"Oslo"}'),
      closed(0, 'i4', oslo),
      ended(0, item('c1', oslo, { id: 'i5' })),
      completed([item('c1', oslo, { id: 'i6' })]),
    ],
    [both()[0]!, ...end],
  ),
  calls(
    'ids of calls that change: the last document says the same calls',
    [
      added(0, item('c1', '')),
      piece(0, 'item-c1', oslo),
      ended(0, item('c1', oslo)),
      added(1, item('c2', '')),
      piece(1, 'item-c2', rome),
      ended(1, item('c2', rome)),
      completed([item('z1', oslo), item('z2', rome)]),
    ],
    [...both(), ...end],
  ),
  calls(
    'one id for both calls',
    [
      added(0, item('c', '')),
      piece(0, 'item-c', oslo),
      ended(0, item('c', oslo)),
      added(1, item('c', '')),
      piece(1, 'item-c', rome),
      ended(1, item('c', rome)),
      completed([item('c', oslo), item('c', rome)]),
    ],
    [...both('c', 'c'), ...end],
  ),
  calls(
    'arguments only in the event that closes them',
    [
      added(0, item('c1', '')),
      closed(0, 'item-c1', oslo),
      added(1, item('c2', '')),
      closed(1, 'item-c2', rome),
      completed([]),
    ],
    [...end, ...both()],
  ),
  calls(
    'arguments only in the last document',
    [added(0, item('c1', '')), added(1, item('c2', '')), completed([item('c1', oslo), item('c2', rome)])],
    [...both(), ...end],
  ),
  calls(
    'no items: arguments and their end alone, under one place',
    [
      piece(0, 'i1', '{"at":'),
      piece(0, 'i1', '"Oslo"}'),
      { ...closed(0, 'i1', oslo), name: 'find' },
      piece(0, 'i2', rome),
      { ...closed(0, 'i2', rome), name: 'find' },
      completed([]),
    ],
    [...end, ...both('', '')],
  ),
  calls(
    'arguments as objects and as growing snapshots',
    [
      added(0, item('c1', undefined)),
      piece(0, 'item-c1', '{"at"'),
      piece(0, 'item-c1', '{"at":"Oslo"'),
      piece(0, 'item-c1', oslo),
      added(1, item('c2', undefined)),
      piece(1, 'item-c2', { at: 'Rome' }),
      completed([]),
    ],
    [...end, ...both()],
  ),
  responses(
    'a call in the form of the chat surface',
    JSON.stringify(completed([{ type: 'tool_call', id: 'c', function: { name: 'find', arguments: oslo } }]).response),
    ['id r1 m', `call 0 c:find ${oslo}`, ...end],
    { head: { streamAsked: false }, finished: false },
  ),
  responses(
    'two calls with one id in one document',
    JSON.stringify(completed([item('c', oslo), item('c', rome)]).response),
    ['id r1 m', ...both('c', 'c'), ...end],
    { head: { streamAsked: false }, finished: false },
  ),
];
