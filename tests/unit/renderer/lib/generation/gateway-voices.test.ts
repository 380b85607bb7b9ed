import { expect, test } from 'vitest';
import { voicesIn } from '../../../../../renderer/lib/generation/gateway-voices.ts';

test.each<[string, unknown, string[]]>([
  ['a list of names (Kokoro)', { voices: ['af_bella', 'am_adam', 'af_bella'] }, ['af_bella', 'am_adam']],
  [
    'records with their models (speaches)',
    [
      { model_id: 'kokoro', voice_id: 'af_heart' },
      { model_id: 'piper', voice_id: 'amy' },
    ],
    ['af_heart'],
  ],
  ['a list under data', { object: 'list', data: [{ id: 'nova', name: 'Nova' }, { name: 'coral' }] }, ['nova', 'coral']],
  ['a record by name', { voices: { amy: { language: 'en' }, ryan: {} } }, ['amy', 'ryan']],
  ['records of voices', { voices: [{ voice_id: 'v1', name: 'One' }, { thing: 1 }, 7] }, ['v1']],
  ['an error', { error: { message: 'not found' } }, []],
  ['nothing', null, []],
])('%s', (_, value, voices) => {
  expect(voicesIn(value, 'kokoro')).toEqual(voices);
});
