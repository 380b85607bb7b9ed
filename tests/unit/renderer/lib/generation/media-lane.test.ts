import { expect, test } from 'vitest';
import { groupOf, mediaFields, mediaParameters } from '../../../../../renderer/lib/generation/media-lane.ts';
import { defaultSpeakSettings, speakBody } from '../../../../../renderer/lib/generation/speak-settings.ts';

const on = (value: string | number) => ({ on: true, value });

test('an image model takes the parameters of its family, and sends those that are selected', () => {
  expect(groupOf('images.generations', 'gpt-image-1')).toBe('gpt-image');
  const settings = { 'gpt-image.size': on('1024 × 1536'), 'gpt-image.n': on(2), 'dall-e-3.style': on('vivid') };
  expect(mediaFields(settings, 'images.generations', 'gpt-image-1')).toEqual({
    fields: { size: '1024x1536', n: 2 },
    problems: [],
  });
  expect(mediaFields(settings, 'images.generations', 'dall-e-3').fields).toEqual({ size: '1024x1024', style: 'vivid' });
  const size = (model: string) => mediaParameters('images.generations', model).find(({ name }) => name === 'size');
  expect(size('gpt-image-1')?.control).toMatchObject({ kind: 'choice' });
  expect(size('any-model')?.control).toEqual({ kind: 'text' });
});

test('a speech model is sent the same body as in Audio', () => {
  const { fields } = mediaFields({}, 'audio.speech', 'tts-1');
  expect({ model: 'tts-1', input: 'Hi', ...fields }).toEqual(
    JSON.parse(speakBody('tts-1', 'Hi', defaultSpeakSettings)),
  );
  const settings = {
    'speech.voice': on('coral'),
    'speech.speed': on(1.5),
    'speech.response_format': { on: false, value: 'wav' },
  };
  expect(mediaFields(settings, 'audio.speech', 'tts-1').fields).toEqual({ voice: 'coral', speed: 1.5 });
});

test('a value that cannot be sent is named and left out', () => {
  const sent = mediaFields({ 'speech.instructions': on('  '), 'speech.voice': on('ash') }, 'audio.speech', 'tts-1');
  expect(sent).toEqual({ fields: { voice: 'ash', response_format: 'wav' }, problems: ['instructions'] });
});
