import { expect, test } from 'vitest';
import { adaptBody, type RefusedField } from '#core/checks/probes/adapt-body.ts';
import type { ProbeBody } from '#core/checks/probes/probes.ts';

const chat: ProbeBody = {
  kind: 'json',
  value: { model: 'm', messages: [], max_tokens: 16, stream: true, stream_options: { include_usage: true } },
};
const native: ProbeBody = { kind: 'json', value: { contents: [], generationConfig: { maxOutputTokens: 16 } } };
const speech: ProbeBody = { kind: 'json', value: { model: 'm', input: 'ok', voice: 'alloy', seconds: '4', n: 1 } };

const unknown = (field: string, ...allowed: string[]): RefusedField => ({
  kind: 'unknown-parameter',
  field,
  refused: null,
  allowed,
});
const value = (field: string, refused: string | null, ...allowed: string[]): RefusedField => ({
  kind: 'unknown-value',
  field,
  refused,
  allowed,
});
const namesOf = (body: ProbeBody) => (body.kind === 'json' ? Object.keys(body.value) : []);

test.each<[string, ProbeBody, RefusedField[], string[]]>([
  [
    'the proposed name',
    chat,
    [unknown('max_tokens', 'max_completion_tokens')],
    ['with max_completion_tokens instead of max_tokens'],
  ],
  ['the other usual name', chat, [unknown('max_tokens')], ['with max_completion_tokens instead of max_tokens']],
  ['neither name', chat, [unknown('max_tokens'), unknown('max_completion_tokens')], ['without max_tokens']],
  ['a field left out', chat, [unknown('stream_options')], ['without stream_options']],
  [
    'a nested field left out with what it leaves empty',
    chat,
    [unknown('stream_options.include_usage')],
    ['without stream_options.include_usage'],
  ],
  ['a path from the body', chat, [unknown('body.stream_options')], ['without stream_options']],
  ['a field and what belongs to it', chat, [value('stream', 'true')], ['without stream']],
  ['snake case for camel case', native, [unknown('max_output_tokens')], ['without generationConfig.maxOutputTokens']],
  ['the first allowed word', speech, [value('voice', 'alloy', 'tara', 'leo')], ['with voice tara instead of alloy']],
  ['the nearest allowed number, as text', speech, [value('seconds', '4', '10', '5')], ['with seconds 5 instead of 4']],
  ['a bound', speech, [value('n', '1', '>= 2', '<= 10')], ['with n 2 instead of 1']],
  ['another value than the refused one', speech, [value('voice', 'echo', 'tara')], []],
  ['what the route needs', speech, [unknown('voice'), unknown('input'), unknown('model')], []],
  ['content', chat, [unknown('messages'), value('messages', null)], []],
  ['a field that was not sent', chat, [unknown('temperature', 'top_p')], []],
])('%s', (_, body, known, changes) => {
  const routeId = body === speech ? 'audio.speech' : body === native ? 'native.generateContent' : 'chat.completions';
  expect(adaptBody({ body, routeId }, known).changes).toEqual(changes);
});

test('an adapted body keeps types, order and everything else, and the original is untouched', () => {
  const { body } = adaptBody({ body: chat, routeId: 'chat.completions' }, [
    unknown('max_tokens'),
    value('stream', 'true'),
  ]);
  expect(body).toEqual({ kind: 'json', value: { model: 'm', messages: [], max_completion_tokens: 16 } });
  expect(namesOf(body)).toEqual(['model', 'messages', 'max_completion_tokens']);
  expect(namesOf(chat)).toEqual(['model', 'messages', 'max_tokens', 'stream', 'stream_options']);
  const form: ProbeBody = {
    kind: 'form',
    fields: [
      ['model', 'm'],
      ['file', { file: 'audio' }],
      ['response_format', 'json'],
    ],
  };
  const adapted = adaptBody({ body: form, routeId: 'audio.transcriptions' }, [
    value('response_format', 'json', 'text'),
  ]);
  expect(adapted.body).toEqual({
    kind: 'form',
    fields: [
      ['model', 'm'],
      ['file', { file: 'audio' }],
      ['response_format', 'text'],
    ],
  });
});

test('what another model refuses is used, unless this model refuses what it was replaced by', () => {
  const other = unknown('max_tokens', 'max_completion_tokens');
  const on = { body: chat, routeId: 'chat.completions' } as const;
  expect(adaptBody(on, [], [other]).changes).toEqual(['with max_completion_tokens instead of max_tokens']);
  expect(adaptBody(on, [unknown('max_completion_tokens')], [other]).changes).toEqual([]);
});
