import { expect, test } from 'vitest';
import { laneBody } from '#shared/compare/lane-draft.ts';
import { type Lane, lane } from '#shared/contract/compare.ts';

const file = { id: 'hat', name: 'hat.png', type: 'image/png', sizeBytes: 70 };
const prompts = { prompt: 'Make it red', system: '', attachments: [], tools: [], schema: null };
const bodyFor = (routeId: Lane['routeId']) =>
  laneBody(
    lane.parse({
      ...{ id: 'a', connectionId: 'c', routeId, model: 'm' },
      history: [
        { role: 'user', text: 'Draw a hat' },
        { role: 'assistant', text: 'Here.', images: [file] },
      ],
    }),
    prompts,
    { id: '1', values: {} },
  );

test('images of earlier replies go with the next prompt where a reply cannot have one', () => {
  for (const routeId of ['chat.completions', 'responses'] as const) {
    const { text, inline } = bodyFor(routeId);
    expect(inline.map(({ fileId }) => fileId)).toEqual(['hat']);
    expect(text.indexOf(inline[0]?.token ?? '')).toBeGreaterThan(text.indexOf('Here.'));
  }
});

test('on native routes they stay in the reply', () => {
  const { text, inline } = bodyFor('native.generateContent');
  const { contents } = JSON.parse(text) as { contents: { role: string; parts: unknown[] }[] };
  expect(contents.map(({ role, parts }) => `${role} ${parts.length}`)).toEqual(['user 1', 'model 2', 'user 1']);
  expect(JSON.stringify(contents[1])).toContain(inline[0]?.token);
});
