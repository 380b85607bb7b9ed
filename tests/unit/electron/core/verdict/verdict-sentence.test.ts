import { expect, test } from 'vitest';
import { sentenceOf, type VerdictFacts } from '#core/verdict/verdict-sentence.ts';
import { localeOf } from '#shared/locale/locale.ts';
import { type Failure, type FailureCode, failure, failureCodes } from '#shared/protocol/failure.ts';
import { type WarningCode, warningCodes } from '#shared/protocol/part.ts';
import { timelineWith } from '../../../../support/timeline.ts';

const answered = (status: number, bodyBytes = 0) => ({
  status,
  response: { status, statusText: '', httpVersion: '1.1', headers: [], bodyBytes, mediaType: 'application/json' },
  sent: 'answered' as const,
});

const stream = { ...answered(200, 5_000), streamAsked: true, events: 214 };

function facts({
  timeline,
  ...change
}: Partial<Omit<VerdictFacts, 'timeline'>> & { timeline?: Partial<VerdictFacts['timeline']> } = {}): VerdictFacts {
  return {
    state: 'done',
    routeId: 'chat.completions',
    status: null,
    failure: null,
    finishReason: null,
    warnings: [],
    events: 0,
    sent: 'not-sent',
    streamAsked: false,
    response: null,
    ...change,
    timeline: timelineWith({
      dnsMs: 1,
      connectMs: 2,
      sentMs: 3,
      headersMs: 300,
      firstByteMs: 305,
      firstTokenMs: 412,
      endMs: 3_214,
      chunks: 9,
      ...timeline,
    }),
  };
}

const warn = (...codes: WarningCode[]) => codes.map((code) => ({ code, message: code }));
const failed = (code: FailureCode, message: string, known: Partial<Failure> = {}) =>
  ({ state: 'failed', failure: failure(code, message, known) }) as const;

const table: [string, Parameters<typeof facts>[0], string][] = [
  [
    'a whole stream',
    { ...stream, finishReason: 'stop' },
    'Streamed 214 events in 3.2 s, first token after 412 ms, ended with "stop".',
  ],
  [
    'a stream that was held back',
    { ...stream, finishReason: 'stop', state: 'done-with-warnings', warnings: warn('proxy-buffers') },
    'Streamed 214 events in 3.2 s, first token after 412 ms, ended with "stop"; a proxy seems to buffer: all bytes arrived together.',
  ],
  [
    'a stream without its end',
    { ...stream, state: 'interrupted', failure: failure('no-terminal', 'x'), warnings: warn('proxy-buffers') },
    'Streamed 214 events in 3.2 s, first token after 412 ms, then ended without a finish reason; a proxy seems to buffer: all bytes arrived together.',
  ],
  [
    'a stream that broke',
    { ...stream, events: 1, state: 'interrupted', failure: failure('reset', 'x'), timeline: { firstTokenMs: null } },
    'Streamed 1 event in 3.2 s, first byte after 305 ms, then the connection was lost.',
  ],
  [
    'an error inside a stream',
    { ...stream, state: 'interrupted', failure: failure('in-band', 'x', { gatewayMessage: 'Upstream  went\naway.' }) },
    'Streamed 214 events in 3.2 s, first token after 412 ms, then reported an error: "Upstream went away".',
  ],
  ['one document', answered(200, 12_345), 'Answered with 200 in 3.2 s, 12.3 KB.'],
  ['one small document', { ...answered(200, 1), timeline: { endMs: 812.4 } }, 'Answered with 200 in 812 ms, 1 B.'],
  ['a long wait', { ...answered(200, 3_000_000), timeline: { endMs: 250_000 } }, 'Answered with 200 in 4:10, 3.0 MB.'],
  [
    'several oddities',
    {
      ...answered(200),
      warnings: warn('bad-event', 'bad-event', 'no-end-mark', 'events-lost', 'invalid-utf8', 'finish-odd'),
    },
    'Answered with 200 in 3.2 s; some events could not be read; the end marker is missing; some events are missing; 2 more warnings.',
  ],
  [
    'a model that is not known, under a status that says otherwise',
    { ...answered(503), ...failed('model-not-found', 'x', { status: 503 }) },
    'The status says 503, the body says the model was not found.',
  ],
  [
    'an error under a good status',
    { ...answered(200), ...failed('quota', 'x', { gatewayMessage: 'Insufficient balance.' }) },
    'The status says 200, the body says the balance or quota is used up ("Insufficient balance").',
  ],
  ['a key that is refused', { ...answered(401), ...failed('auth', 'x') }, 'Rejected with 401: the API key is invalid.'],
  [
    'a field that is refused',
    { ...answered(400), ...failed('parameter', 'x', { param: 'top_k' }) },
    'Rejected with 400: the field "top_k" is invalid.',
  ],
  [
    'a proxy that gave up',
    { ...answered(504), ...failed('upstream', 'x'), sent: 'maybe-processed' },
    'Rejected with 504: the upstream failed; the request may have been processed.',
  ],
  [
    'an answer that was no JSON',
    { ...answered(200), ...failed('not-json', 'The response is a web page titled "Login".') },
    'Answered with 200: the response is a web page titled "Login".',
  ],
  [
    'a draft that was refused',
    failed('bad-draft', 'The body is not JSON: line 1, column 2 has the end of the text.'),
    'Not sent: the body is not JSON: line 1, column 2 has the end of the text.',
  ],
  [
    'a host that does not listen',
    failed('refused', 'Nothing listens on gw.test:443.'),
    'Nothing listens on gw.test:443; nothing reached the gateway.',
  ],
  [
    'a gateway that kept silent',
    {
      ...failed('headers-timeout', 'gw.test:443 accepted the request but did not respond within 300 s.'),
      sent: 'maybe-processed',
    },
    'gw.test:443 accepted the request but did not respond within 300 s; the request may have been processed.',
  ],
  [
    'stopped early',
    { state: 'cancelled', failure: failure('aborted', 'x') },
    'Stopped by you before anything was sent.',
  ],
  [
    'stopped while it waited',
    { state: 'cancelled', sent: 'maybe-processed' },
    'Stopped by you before the response began.',
  ],
  [
    'stopped while it streamed',
    { ...stream, state: 'cancelled' },
    'Streamed 214 events in 3.2 s, first token after 412 ms, then was stopped by you.',
  ],
  [
    'the end of the program',
    { state: 'interrupted', failure: failure('app-ended', 'x') },
    'Patchbay quit before the response began.',
  ],
  ['one that is being sent', { state: 'running', timeline: { sentMs: null } }, 'Sending to the gateway.'],
  ['one that waits', { state: 'running' }, 'Sent, waiting for the response.'],
  ['one that streams', { ...stream, state: 'running' }, 'Receiving the response, 214 events so far.'],
];

test.each(table)('the verdict on %s', (_, change, sentence) => {
  expect(sentenceOf(facts(change))).toBe(sentence);
});

test('every state with every failure and every warning is one clean sentence', () => {
  for (const state of ['done', 'done-with-warnings', 'interrupted', 'failed', 'cancelled', 'running'] as const)
    for (const code of failureCodes)
      for (const answer of [{}, answered(200, 9), answered(500), stream]) {
        const said = { gatewayMessage: `Long ${'words '.repeat(60)}`, param: 'p' };
        const sentence = sentenceOf(
          facts({ ...answer, state, failure: failure(code, 'The reason.', said), warnings: warn(...warningCodes) }),
        );
        expect(sentence).toMatch(/^[A-Z][^\n]*[^.]\.$/);
        expect(sentence).not.toMatch(/undefined|null|NaN|\.\.|; ;|,,/);
        expect(sentence.length).toBeLessThan(600);
      }
  expect(Object.keys(localeOf('en').verdict.oddities).sort()).toEqual([...warningCodes].sort());
});

test('in Chinese every state with every failure and every warning is one clean sentence, too', () => {
  for (const state of ['done', 'done-with-warnings', 'interrupted', 'failed', 'cancelled', 'running'] as const)
    for (const code of failureCodes)
      for (const answer of [{}, answered(200, 9), answered(500), stream]) {
        const given = facts({
          ...answer,
          state,
          failure: failure(code, 'The reason.', { gatewayMessage: 'no balance', param: 'p' }),
          warnings: warn(...warningCodes),
        });
        const sentence = sentenceOf(given, 'zh-CN');
        expect(sentence).toMatch(/^[^\n]*\p{Script=Han}[^\n]*[^。]。$/u);
        expect(sentence).not.toMatch(/undefined|null|NaN|。。|；；|，，|the |reason/);
        // Facts are the same in both: every number in the English sentence is in the Chinese one.
        for (const [number] of sentenceOf(given).matchAll(/\d+(\.\d+)? (?=ms|s\b|kB)/g))
          expect(sentence).toContain(number);
      }
});

test.each<[string, Parameters<typeof facts>[0], string]>([
  [
    'a stream that broke',
    { ...stream, state: 'interrupted', failure: failure('reset', 'x') },
    '3.2 s 内流式返回 214 个事件，412 ms 后收到首个 token，随后连接中断。',
  ],
  [
    'a refusal',
    { ...answered(401), state: 'failed', failure: failure('auth', 'x', { gatewayMessage: 'bad key' }) },
    '以 401 拒绝：API 密钥无效（“bad key”）。',
  ],
  [
    'a plain answer',
    { ...answered(200, 12_400), state: 'done', finishReason: 'stop' },
    '3.2 s 后响应 200，12.4 KB，以“stop”结束。',
  ],
  ['a host that is not there', { ...failed('dns', 'No host gw.test.') }, '找不到主机；没有任何内容到达网关。'],
])('in Chinese the verdict on %s', (_, change, sentence) => {
  expect(sentenceOf(facts(change), 'zh-CN')).toBe(sentence);
});

test('both languages know the same breaks', () => {
  expect(Object.keys(localeOf('zh-CN').verdict.breaks)).toEqual(Object.keys(localeOf('en').verdict.breaks));
});
