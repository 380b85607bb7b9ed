import { expect, test } from 'vitest';
import {
  type CompareLane,
  isTextLane,
  maxLanes,
  newComparison,
  newLane,
  routeForModel,
  textLaneRoutes,
  variantsOf,
  withLaneAt,
  withLanes,
  withoutLane,
  withReplies,
} from '../../../../../renderer/panels/compare/model/comparison.ts';
import { lanesInput } from '../../../../../renderer/panels/compare/model/run-input.ts';
import { compareInput } from '../../../../../shared/contract/compare.ts';

const lane = (id: string, from: Partial<CompareLane> = {}) =>
  newLane(id, { connectionId: 'c1', keyId: null, model: 'm', ...from });
const withIds = (...ids: string[]) => newComparison('d', { prompt: 'Hi', lanes: ids.map((id) => lane(id)) });

test('the three protocols of a model add only the lanes that are missing', () => {
  let count = 0;
  const comparison = withIds('a');
  const changes = textLaneRoutes.map((routeId) => ({ routeId }));
  const made = variantsOf(comparison, lane('a'), changes, () => `new${++count}`);
  expect(made.map(({ id, routeId }) => [id, routeId])).toEqual([
    ['new1', 'responses'],
    ['new2', 'native.streamGenerateContent'],
  ]);
  expect(variantsOf(withLanes(comparison, made), lane('a'), changes, () => 'x')).toEqual([]);
});

test('a comparison keeps its first twelve lanes', () => {
  const many = Array.from({ length: 20 }, (_, at) => lane(String(at)));
  expect(withLanes(newComparison('d'), many).lanes).toHaveLength(maxLanes);
});

test('a moved lane changes places and the others keep their order', () => {
  const moved = withLaneAt(withIds('a', 'b', 'c'), 'c', 0);
  expect(moved.lanes.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

test('removing the baseline removes the mark', () => {
  expect(withoutLane({ ...withIds('a', 'b'), baselineId: 'a' }, 'a').baselineId).toBeNull();
});

test('a run sends the lanes that are not muted, with shared parameters where they have none of their own', () => {
  const own = { 'chat.completions:temperature': { on: true, value: 0 } };
  const shared = { 'chat.completions:temperature': { on: true, value: 1.5 } };
  const lanes = [lane('a'), lane('b', { isMuted: true }), lane('c', { parameters: own, system: 'Be brief.' })];
  const input = lanesInput(newComparison('0123456789abcdef', { prompt: 'Hi', repeats: 3, parameters: shared, lanes }));
  const streamed = { stream: true, stream_options: { include_usage: true } };
  expect(input.lanes.map(({ id, fields, system }) => [id, fields, system])).toEqual([
    ['a', { ...streamed, temperature: 1.5 }, null],
    ['c', { ...streamed, temperature: 0 }, 'Be brief.'],
  ]);
  expect(compareInput.parse(input)).toEqual(input);
});

test('a continued reply becomes a turn of its lane and clears the prompt', () => {
  const next = withReplies(withIds('a', 'b'), new Map([['a', { text: 'Hello.', files: [] }]]));
  expect(next.prompt).toBe('');
  expect(next.lanes.map(({ history }) => history)).toEqual([
    [
      { role: 'user', text: 'Hi', attachments: [] },
      { role: 'assistant', text: 'Hello.' },
    ],
    [],
  ]);
});

test('a lane of an image or speech model sends what its own panel would send', () => {
  const lanes = [
    lane('a', { routeId: 'images.generations', model: 'gpt-image-1' }),
    lane('b', { routeId: 'audio.speech', model: 'tts-1' }),
  ];
  const parameters = { 'gpt-image.size': { on: true, value: '1024x1024' }, 'speech.voice': { on: true, value: 'ash' } };
  const input = compareInput.parse(lanesInput(newComparison('d', { prompt: 'Hi', lanes, parameters })));
  expect(input.lanes.map(({ routeId, fields }) => [routeId, fields])).toEqual([
    ['images.generations', { size: '1024x1024' }],
    ['audio.speech', { voice: 'ash', response_format: 'wav' }],
  ]);
  expect(lanes.map(isTextLane)).toEqual([false, false]);
});

test.each([
  ['gpt-image-1', 'images.generations'],
  ['tts-1', 'audio.speech'],
  ['gpt-5', 'chat.completions'],
  ['any-model', 'chat.completions'],
])('a new lane for %s uses %s', (model, routeId) => {
  expect(routeForModel(model)).toBe(routeId);
});
