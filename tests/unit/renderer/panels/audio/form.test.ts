import { expect, test } from 'vitest';
import { readForm, useForm } from '../../../../../renderer/panels/audio/form.ts';

const initial = useForm.getState();

test('a form that was left in the mode for round trips opens for speech, with the text that was typed there', () => {
  expect(readForm({ mode: 'trip', text: '', tripText: 'Not spoken yet.' }, initial)).toMatchObject({
    ...{ mode: 'speak', text: 'Not spoken yet.' },
  });
  expect(readForm({ mode: 'hear', text: 'Mine', tripText: 'Other' }, initial)).toEqual({ mode: 'hear', text: 'Mine' });
});

test('the one voice of an earlier version is the selected one', () => {
  expect(readForm({ speak: { ...initial.speak, voice: 'sage' } }, initial)).toMatchObject({ voices: ['sage'] });
});
