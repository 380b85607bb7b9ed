import { expect, test } from 'vitest';
import { mirrorBodies, mirrorBody } from '../../../../../renderer/panels/compare/mirror/mirror-model.ts';
import { newComparison, newLane } from '../../../../../renderer/panels/compare/model/comparison.ts';
import { lanesInput } from '../../../../../renderer/panels/compare/model/run-input.ts';
import { setInAll } from '../../../../../shared/compare/counterparts.ts';
import { laneBody } from '../../../../../shared/compare/lane-draft.ts';
import type { SheetRow } from '../../../../../shared/contract/compare.ts';

const set = (on: boolean, value: unknown) => ({ on, value });
const routes = ['chat.completions', 'responses', 'native.streamGenerateContent'] as const;
let parameters = setInAll({}, 'chat.completions', 'max_tokens', set(true, 64));
parameters = setInAll(parameters, 'chat.completions', 'stop', set(true, ['###']));
parameters = setInAll(parameters, 'chat.completions', 'logprobs', set(true, true));
const input = lanesInput(
  newComparison('d', {
    prompt: 'Which ports?',
    system: 'One sentence.',
    parameters,
    lanes: routes.map((routeId) => newLane(routeId, { connectionId: 'c', keyId: null, model: 'm', routeId })),
  }),
);
const texts = input.lanes.map((lane) => laneBody(lane, input, input.rows[0] as SheetRow).text);
const { bodies, numbers } = mirrorBodies([
  { family: 'chat.completions', text: texts[0] ?? '' },
  { family: 'responses', text: texts[1] ?? '' },
  { family: 'native', text: texts[2] ?? '' },
]);

test('the lines of a body are the body', () => {
  for (const [at, text] of texts.entries())
    expect(JSON.parse(bodies[at]?.lines.map((line) => line.text).join('\n') ?? '')).toEqual(JSON.parse(text));
});

test('system prompt, turn and token limit share a field in all three protocols', () => {
  const holding = (part: string) => bodies.map(({ lines }) => lines.find(({ text }) => text.includes(part))?.field);
  expect(holding('One sentence.')).toEqual(['system', 'system', 'system']);
  expect(holding('Which ports?')).toEqual(['turn 1', 'turn 1', 'turn 1']);
  const [limit] = holding('64');
  expect(holding('64')).toEqual([limit, limit, limit]);
  expect(numbers.has(limit ?? '')).toBe(true);
});

test('what has no counterpart, is not sent or is in the address is named', () => {
  expect(bodies.map(({ alone }) => alone)).toEqual([['stream_options.include_usage', 'logprobs'], [], []]);
  expect(bodies[2]?.inAddress.toSorted()).toEqual(['model', 'stream']);
  expect(bodies.map(({ unsent }) => unsent)).toEqual([[], [], []]);
  const { bodies: shorter } = mirrorBodies([
    { family: 'chat.completions', text: '{"model":"m","seed":1}' },
    { family: 'native', text: '{"contents":[]}' },
  ]);
  expect(shorter[1]?.unsent).toEqual(['generationConfig.seed']);
});

test('a body that is not a JSON object is one line', () => {
  expect(mirrorBody('responses', 'oops').lines).toEqual([{ text: 'oops', field: null }]);
});
