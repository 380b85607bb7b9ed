import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { htmlOf } from '#core/compare/export/html-report.ts';
import { markdownOf } from '#core/compare/export/markdown-report.ts';
import { jsonIn, valueAt } from '#core/compare/json-reply.ts';
import { judgeBody, readGrades } from '#core/compare/judging/judge-draft.ts';
import { firstCells } from '#core/compare/plan-compare.ts';
import { readEntry } from '#core/connections/transfer/shared-entry.ts';
import { readSharedFile } from '#core/connections/transfer/shared-file.ts';
import { readJsonText } from '#core/export/code-pieces.ts';
import { readRecordedForm } from '#core/export/recorded-body.ts';
import { toSnippet } from '#core/export/snippet.ts';
import { safeName } from '#core/files/file-names.ts';
import { fileIdsIn } from '#core/files/unnamed-files.ts';
import { readRefusal } from '#core/limits/read-refusal.ts';
import { requestedAmount } from '#core/limits/requested-amount.ts';
import { dispositionName } from '#core/media/response-file-name.ts';
import { plainName } from '#core/plain-name.ts';
import { priceInRecord } from '#core/prices/listed-price.ts';
import { readPriceFile } from '#core/prices/price-file.ts';
import { createFreeNames, readPromptFile, stateBeside } from '#core/prompts/prompt-file.ts';
import { failureFromBody, withoutPaths } from '#core/readers/classify.ts';
import { waitFromSentence } from '#core/readers/failures/waits.ts';
import { openReader } from '#core/readers/open-reader.ts';
import type { ResponseHead } from '#core/readers/reader.ts';
import { SessionReader } from '#core/readers/session/read-session.ts';
import { createDeltaRedactor } from '#core/realtime/record/delta-redactor.ts';
import { readScript } from '#core/realtime/script.ts';
import { Redactor } from '#core/redaction/redact.ts';
import { readByRule } from '#core/tasks/polling/read-by-rule.ts';
import { compareInput } from '#shared/contract/compare.ts';
import { snippetLanguages } from '#shared/contract/exchanges.ts';
import { taskRule } from '#shared/contract/tasks.ts';
import { rateFor, readRate } from '#shared/cost/price.ts';
import { csvLine } from '#shared/csv.ts';
import { readLink } from '#shared/links.ts';
import { normalizeBase } from '#shared/protocol/address.ts';
import { capabilitiesOf } from '#shared/protocol/capabilities.ts';
import { readTurns } from '#shared/protocol/convert-body.ts';
import { findCustomPathProblem } from '#shared/protocol/custom-path.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { fillVariables, variablesIn } from '#shared/variables.ts';
import { cleanLine, createTerminalText } from '../../../electron/cli/output/terminal-text.ts';
import { superlinear } from '../../support/sized-inputs.ts';

// Each text is played through everything that reads foreign text, and everything that writes it. See sized-inputs.ts.

const kinds: readonly ReaderKind[] = [
  ...(['chat', 'responses', 'compact', 'native', 'models', 'native-models', 'embeddings', 'images'] as const),
  ...(['edits', 'transcript', 'speech', 'rerank', 'task', 'video', 'anything'] as const),
];

const head = (status: number, type: string, streamAsked = false): ResponseHead => ({
  status,
  statusText: '',
  headers: [['content-type', type]],
  streamAsked,
});

/** Reads a response that arrives in one piece, or in many. */
function readResponse(kind: ReaderKind, response: ResponseHead, text: string, pieceBytes = Number.POSITIVE_INFINITY) {
  const reader = openReader(kind, response);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.read(bytes.subarray(at, at + pieceBytes));
  reader.end();
}

const json = (value: unknown) => JSON.stringify(value);
const chunk = (text: string) =>
  `data: ${json({ id: 'x', choices: [{ index: 0, delta: { content: text } }] })}\n\ndata: [DONE]\n\n`;

const secrets = ['sk-proj-0123456789abcdefghij', 'aB3dE5gH7jK9mN1pQ3sT5vW7'];
const redactor = new Redactor(secrets);

function readFrame(data: string) {
  createDeltaRedactor(redactor).clean(data);
  new SessionReader().read({ n: 1, at: 0, socket: 0, dir: 'in', op: 'text', size: data.length, data });
}

const rule = taskRule.parse({
  ...{ idAt: 'id', pollPath: '/x/{id}', stateAt: 'a.b c', doneWords: ['done'], failedWords: ['failed'] },
  ...{ progressAt: '0', mediaAt: 'm1 a', errorAt: 'a' },
});
const nothingSent = requestedAmount({ bodyBytes: 10, mediaType: null, text: () => null });
const refused = (text: string) =>
  failureFromBody({ error: { message: text, code: text, type: text } }, { status: 400 });

const lane = { id: 'a', connectionId: 'c', routeId: 'chat.completions' as const, model: 'm' };
const row = { id: 'r', values: {} };
const judge = {
  connectionId: 'c',
  keyId: null,
  routeId: 'chat.completions' as const,
  model: 'j',
  rubric: 'x',
  fields: {},
};

/** A run whose prompt, reply, reason and names are a text. */
function reportOf(text: string) {
  const input = compareInput.parse({
    prompt: text.slice(0, 100_000),
    lanes: [{ ...lane, model: text.slice(0, 200) }],
    rows: [row],
  });
  const [first] = firstCells(input);
  const cell = {
    ...first!,
    ...{ state: 'done' as const, text, reasoning: '', metrics: null, files: [] },
    grades: [{ score: 1, reason: text, order: 0, exchangeId: null }],
  };
  const run = {
    ...{ id: 'x', documentId: null, name: text, state: 'done', startedAt: 1, endedAt: 2, callsMade: 1, tokensUsed: 1 },
    ...{ spent: [], unpriced: 0, input, names: { a: { connection: text, key: null } }, votes: [], judgements: [] },
    ...{ rows: 1, cells: 1, ended: 1, byLane: {}, judging: { judge, connection: 'c', key: null } },
  };
  return { run, cells: [cell], before: null } as never;
}

const snippetOf = (text: string) => ({
  method: 'POST',
  address: `https://a.example/v1/chat/completions?x=${encodeURIComponent(text.slice(0, 4000).toWellFormed())}`,
  headers: [['x-text', text] as const],
  body: { kind: 'text' as const, text, inline: [] },
  routeId: 'chat.completions' as const,
  streamed: false,
  notes: [],
});

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    kinds.map((kind) => [
      `a response of the kind ${kind}`,
      (text: string) => readResponse(kind, head(200, 'application/json'), text),
    ]),
  ),
  ...Object.fromEntries(
    (['chat', 'responses', 'native', 'speech', 'transcript'] as const).map((kind) => [
      `a stream of the kind ${kind}, in small pieces`,
      (text: string) => readResponse(kind, head(200, 'text/event-stream', true), text, 500),
    ]),
  ),
  'a refusal': (text) => readResponse('chat', head(400, 'text/plain'), text),
  'the message of an error': (text) =>
    readResponse('chat', head(400, 'application/json'), json({ error: { message: text } })),
  'a delta of a chat': (text) => readResponse('chat', head(200, 'text/event-stream', true), chunk(text)),
  'a whole reply of a chat': (text) =>
    readResponse('chat', head(200, 'application/json'), json({ choices: [{ message: { content: text } }] })),
  'a message that classifies a failure': (text) => refused(text),
  'a refusal that teaches a limit': (text) => readRefusal(refused(text), nothingSent),
  'a wait in a sentence': waitFromSentence,
  'paths in a message': withoutPaths,
  'the request of a refusal': (text) =>
    requestedAmount({ bodyBytes: 1, mediaType: 'multipart/form-data; boundary=x', text: () => text }).fieldWith('y'),
  'a recorded form': (text) => readRecordedForm(text, 'multipart/form-data; boundary=x'),
  'a media type': (text) => readRecordedForm('x', text),
  'a frame of a session': readFrame,
  'the type of an event': (text) => {
    const deltas = createDeltaRedactor(redactor);
    deltas.clean(json({ type: 'response.text.delta', delta: 'sk-proj-' }));
    deltas.clean(json({ type: `${text}.done` }));
    readFrame(json({ type: text, delta: text }));
  },
  'a delta of a session': (text) => readFrame(json({ type: 'response.text.delta', delta: text })),
  'an error of a session': (text) => readFrame(json({ type: 'error', error: { message: text } })),
  'redaction of a text': (text) => redactor.text(text),
  'redaction of a value': (text) => redactor.value({ a: [text], [text]: 1 }),
  'redaction of deltas': (text) => {
    const pieces = redactor.pieces();
    for (let at = 0; at < text.length; at += 5) pieces.push(text.slice(at, at + 5));
    pieces.end();
  },
  'redaction of bytes': (text) => {
    const bytes = redactor.bytes();
    for (let at = 0; at < text.length; at += 500) bytes.push(Buffer.from(text.slice(at, at + 500)));
    bytes.end();
  },
  'the report of a task': (text) => readByRule(text, rule),
  'a price': (text) => [readRate(text), rateFor(text, 1_000_000)],
  'a price in a model list': (text) => priceInRecord({ id: text, pricing: { prompt: text, completion: text } }),
  'a file of prices': readPriceFile,
  'a file of prices with a long amount': (text) => readPriceFile(json({ m: { input_cost_per_token: text } })),
  'a file of prompts': readPromptFile,
  'a prompt in a file': (text) => {
    const [prompt] = readPromptFile(
      json({ format: 'patchbay-prompts', version: 1, prompts: [{ name: text, text, defaults: { a: text } }] }),
    ).prompts;
    if (prompt) stateBeside(prompt, { ...prompt, text: '' });
  },
  'a file of connections': readSharedFile,
  'a connection in a file': (text) =>
    readEntry('1', { name: text, baseAddress: text, headers: [[text, text]], keys: [{ alias: text }] }, true),
  'the JSON of a reply': (text) => valueAt(jsonIn(text)?.value, text),
  'the reply of a judge': (text) => readGrades(text, 2),
  'replies for a judge': (text) =>
    judgeBody(judge as never, { prompt: text, system: '', attachments: [] } as never, row, [
      { lane: { ...lane, history: [] } as never, text },
    ]),
  'a Markdown report': (text) => markdownOf(reportOf(text)),
  'an HTML report': (text) => htmlOf(reportOf(text), '1', new Map() as never),
  'a line of CSV': (text) => csvLine([text, text]),
  ...Object.fromEntries(
    snippetLanguages.map((language) => [
      `a snippet for ${language}`,
      (text: string) => toSnippet(language, snippetOf(text)),
    ]),
  ),
  'a JSON text in a snippet': readJsonText,
  'a body in another protocol': (text) => readTurns(text, 'chat.completions'),
  'a turn in another protocol': (text) =>
    readTurns(json({ messages: [{ role: 'user', content: text }] }), 'chat.completions'),
  'the name of a file': safeName,
  'the name of a file in a header': (text) =>
    dispositionName([['content-disposition', `attachment; filename="${text}"`]]),
  'ids of files': fileIdsIn,
  'a name': plainName,
  'a link': readLink,
  'a base URL': normalizeBase,
  'a path': findCustomPathProblem,
  'the name of a model': (id) => capabilitiesOf({ id, endpoints: [] } as never),
  'a script of a session': readScript,
  'variables of a prompt': (text) => [variablesIn([text]), fillVariables(text, { a: 'b' })],
  'a line for the terminal': cleanLine,
  'text for the terminal': (text) => createTerminalText().clean(text),
};

test.each(Object.keys(readers))('work is linear in the size of the input: %s', (name) => {
  expect(superlinear(readers[name] as (text: string) => unknown)).toEqual([]);
});

test('thousands of prompts of almost one name get names of their own in a moment', () => {
  const taken = new Set<string>();
  const freeName = createFreeNames(({ name }) => taken.has(name));
  const start = process.cpuUsage();
  for (let round = 0; round < 2; round += 1)
    for (let at = 0; at < 2400; at += 1) {
      const name = `${'x'.repeat(114)}${String(at).padStart(6, '0')}`;
      taken.add(freeName({ name, text: '', defaults: {}, preset: null }));
    }
  expect(taken.size).toBe(4800);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});
