import { expect, test } from 'vitest';
import { sessionDraft } from '#shared/contract/realtime.ts';
import {
  emptyForm,
  type SessionForm,
  sessionDraftOf,
  settingProblems,
} from '../../../../../renderer/panels/realtime/model/session-settings.ts';

const draftOf = (change: Partial<SessionForm>) =>
  sessionDraft.parse(sessionDraftOf({ ...emptyForm, model: 'm', ...change }, { connectionId: 'c', keyId: 'k' }));

test('only selected options are sent', () => {
  expect(draftOf({}).settings).toEqual({
    output: 'audio',
    voice: 'alloy',
    turns: { kind: 'server-vad', threshold: 0.5, prefixMs: 300, silenceMs: 500 },
    transcription: { model: 'gpt-4o-transcribe' },
  });
  expect(draftOf({ sent: { voice: false, turn_detection: false, input_transcription: false } }).settings).toEqual({
    output: 'audio',
  });
});

test('each turn detection type sends its own numbers', () => {
  expect(draftOf({ turns: 'semantic-vad', eagerness: 'high' }).settings.turns).toEqual({
    kind: 'semantic-vad',
    eagerness: 'high',
  });
  expect(draftOf({ turns: 'manual' }).settings.turns).toEqual({ kind: 'manual' });
});

test('an empty token limit means none', () => {
  expect(draftOf({ sent: { max_output_tokens: true } }).settings.maxTokens).toBe('inf');
  expect(draftOf({ sent: { max_output_tokens: true }, maxTokens: 50 }).settings.maxTokens).toBe(50);
});

test.each([
  ['tools', { tools: '{"name": "x"}' }],
  ['tools', { tools: '[1]' }],
  ['tools', { tools: '[' }],
  ['voice', { voice: ' ' }],
  ['input_transcription', { transcriptionModel: '' }],
] as const)('%s is named when %j cannot be sent', (name, change) => {
  expect(settingProblems({ ...emptyForm, ...change, sent: { [name]: true } })).toEqual([name]);
  expect(settingProblems({ ...emptyForm, ...change, sent: { [name]: false } })).toEqual([]);
});
