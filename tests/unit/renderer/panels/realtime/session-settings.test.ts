import { expect, test } from 'vitest';
import { sessionDraft } from '#shared/contract/realtime.ts';
import {
  emptyForm,
  readForm,
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

const clock = { name: 'get_time', description: '', parameters: '{"type":"object"}', output: null };

test('tools of all types are one array, and only automatic outputs are sent with them', () => {
  const form = {
    tools: [clock, { ...clock, name: ' search ', description: 'Finds', parameters: '', output: '{"hits":0}' }],
    otherTools: '[{"type":"mcp","server_label":"docs"}]',
    sent: { tools: true },
  };
  const { settings, toolOutputs } = draftOf(form);
  expect(JSON.parse(settings.tools ?? '')).toEqual([
    { type: 'function', name: 'get_time', parameters: { type: 'object' } },
    { type: 'function', name: 'search', description: 'Finds' },
    { type: 'mcp', server_label: 'docs' },
  ]);
  expect(toolOutputs).toEqual({ search: '{"hits":0}' });
  expect(draftOf({ ...form, sent: { tools: false } }).toolOutputs).toEqual({});
});

test('a form of an earlier version opens with its tools, and an unreadable text is kept', () => {
  const old = JSON.stringify([{ type: 'function', name: 'a', description: 'b', parameters: {} }, { type: 'mcp' }]);
  expect(readForm({ tools: old, voice: 'ash', maxTokens: 9 }, emptyForm)).toMatchObject({
    tools: [{ name: 'a', description: 'b', parameters: '{}', output: null }],
    otherTools: '[\n  {\n    "type": "mcp"\n  }\n]',
    voice: 'ash',
    maxTokens: 9,
  });
  expect(readForm({ tools: '[{' }, emptyForm)).toMatchObject({ otherTools: '[{' });
  const now = { ...emptyForm, tools: [{ ...clock, output: '{}' }] };
  expect(readForm({ ...now }, emptyForm)).toMatchObject({ tools: now.tools, otherTools: '' });
});

test.each([
  ['tools', { otherTools: '{"name": "x"}' }],
  ['tools', { otherTools: '[1]' }],
  ['tools', { tools: [{ ...clock, parameters: '{' }] }],
  ['tools', { tools: [{ ...clock, name: ' ' }] }],
  ['voice', { voice: ' ' }],
  ['input_transcription', { transcriptionModel: '' }],
] as const)('%s is named when %j cannot be sent', (name, change) => {
  expect(settingProblems({ ...emptyForm, ...change, sent: { [name]: true } })).toEqual([name]);
  expect(settingProblems({ ...emptyForm, ...change, sent: { [name]: false } })).toEqual([]);
});

test('a transcription session has the settings of its input, and its own model transcribes', () => {
  const form = { output: 'transcript', transcriptionLanguage: 'en', speed: 2, sent: { speed: true } } as const;
  expect(draftOf(form).settings).toEqual({
    output: 'transcript',
    turns: { kind: 'server-vad', threshold: 0.5, prefixMs: 300, silenceMs: 500 },
    transcription: { model: 'm', language: 'en' },
  });
  expect(settingProblems({ ...emptyForm, output: 'transcript', transcriptionModel: '', voice: '' })).toEqual([]);
});
