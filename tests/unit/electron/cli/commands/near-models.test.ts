import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { endWith, runDraft } from '../../../../../electron/cli/commands/run-draft.ts';
import { createJsonPrinter } from '../../../../../electron/cli/output/part-printer.ts';
import { noFiles } from '../../../../../electron/cli/output/response-files.ts';
import { createRecordingTerminal } from '../../../../support/cli/fake-streams.ts';

const params = { model: 'gemini-2.5-por' };
const json = (model: unknown) => ({ kind: 'json', text: JSON.stringify({ model }) }) as const;
const form = { kind: 'form', fields: [{ kind: 'text', name: 'model', value: 'whisper-2' }] } as const;

test.each([
  ['in the body', {}, json('gpt-5-mimi'), 'Did you mean gpt-5-mini? List the models: patchbay models'],
  ['in the path', params, json(null), 'Did you mean gemini-2.5-pro? List the models: patchbay models'],
  ['in a form', {}, form, 'Did you mean whisper-1? List the models: patchbay models'],
  [
    'that is in the list itself',
    {},
    json('whisper-1'),
    'The gateway lists this model, so it may not offer it on this route. Use another one with --model NAME, or another route. List the models: patchbay models',
  ],
  ['unlike any other', {}, json('frobnicate'), 'Use another model with --model NAME. List the models: patchbay models'],
  [
    'in a body that is not JSON',
    {},
    { kind: 'json', text: '{' } as const,
    'Use another model with --model NAME. List the models: patchbay models',
  ],
])('a rejected model %s is answered with the nearest of the stored list', async (_where, path, body, hint) => {
  const asked: unknown[] = [];
  const client = {
    exchanges: {
      async *run() {
        yield endWith(failure('model-not-found', 'The gateway has no model of that name.'), 'x1');
      },
    },
    prices: { costs: async () => ({}) },
    models: {
      async list(input: unknown) {
        asked.push(input);
        return { models: ['gpt-5-mini', 'gemini-2.5-pro', 'whisper-1'].map((id) => ({ id })) };
      },
    },
  } as unknown as Parameters<typeof runDraft>[0]['client'];
  const terminal = createRecordingTerminal();
  const draft = { connectionId: 'c', routeId: 'chat.completions', params: path, body } as Parameters<
    typeof runDraft
  >[1];
  const printer = createJsonPrinter(terminal, noFiles);
  expect(await runDraft({ client, connectionId: 'c', wire: null }, draft, printer, terminal.closed)).toBe(1);
  const [line = ''] = terminal.out().split('\n');
  expect(JSON.parse(line)).toMatchObject({ type: 'failure', code: 'model-not-found', hint });
  for (const input of asked) expect(input).toEqual({ connectionId: 'c' });
});
