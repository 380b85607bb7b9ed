import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';

/** An error that interrupts a chat stream after its first piece of text. */
const broken = (name: string, rest: string, code: string, fixture: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'chat',
  body: `${chunk({ content: 'Hel' })}${rest}`,
  tells: ['text Hel'],
  verdict: 'failed',
  code,
  ...fixture,
});

const native = (text: string) => JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] });

/** Errors that arrive inside of running responses, in every form seen. Each keeps what arrived before it. */
export const errorFixtures: AnswerFixture[] = [
  broken('an event with an error', sse({ error: { message: 'Rate limit reached' } }), 'rate-limited'),
  broken('an event with an error as text', sse({ error: 'insufficient balance' }), 'quota'),
  broken('a line of JSON without a field', '{"error":{"message":"model is overloaded"}}\n', 'overloaded'),
  broken('an error named by its event', 'event: error\ndata: quota is exhausted\n\n', 'quota'),
  broken('a page in an error event', 'event: error\ndata: <title>502 Bad Gateway</title>\n\n', 'upstream'),
  broken('JSON in an error event', 'event: upstream_error\ndata: {"message":"slow down"}\n\n', 'in-band'),
  broken('a code and a sentence', sse({ code: 40001, msg: '余额不足' }), 'quota'),
  broken('a failed status', sse({ status: 'error', message: 'out of memory' }), 'in-band'),
  broken(
    'a failed envelope',
    sse({ choices: null, base_resp: { status_code: 1002, status_msg: 'rate limit' } }),
    'rate-limited',
  ),
  broken('an error in the delta', chunk({ error: { message: 'Incorrect API key' } }), 'auth'),
  broken(
    'an error in the choice',
    sse({ choices: [{ index: 0, delta: {}, error: 'flagged by moderation' }] }),
    'moderated',
  ),
  broken(
    'an error document of a server',
    sse({ object: 'error', message: 'prompt is too long', code: 400 }),
    'rejected',
  ),
  broken(
    'text beside the error of a chunk',
    sse({ choices: [{ index: 0, delta: { content: 'lo' } }], error: { message: 'Too many requests' } }),
    'rate-limited',
    { tells: ['text Hello'] },
  ),
  broken(
    'an error between [DONE] and a missing finish reason',
    `${done}${sse({ error: 'at capacity' })}`,
    'overloaded',
    {
      finished: true,
    },
  ),
  broken(
    'an error written into an open event',
    'data: {"choices":[{"del{"error":{"message":"Rate limit"}}\n\n',
    'rate-limited',
    {
      tells: ['text Hel', 'warning bad-event'],
    },
  ),
  broken(
    'an error on the line below an open event',
    'data: {"choices":[{"del\n{"error":"not enough credits"}\n',
    'quota',
    {
      tells: ['text Hel', 'warning bad-event'],
    },
  ),
  broken(
    'a page in an open event',
    'data: {"choices":[<html><title>429 Too Many Requests</title>\n\n',
    'rate-limited',
    {
      tells: ['text Hel', 'warning bad-event'],
    },
  ),
  broken('a sentence as an event', 'data: Rate limit exceeded, retry later\n\n', 'rate-limited', {
    tells: ['text Hel', 'warning bad-event'],
  }),
  broken('a sentence before the end', 'upstream connect error or disconnect/reset\n', 'upstream'),
  broken('a page before the end', '<html><title>503 Service Unavailable</title></html>', 'overloaded'),
  broken('a sentence of an unknown kind', 'the llama has left the building\n', 'no-terminal', { verdict: 'truncated' }),
  {
    name: 'an error after a complete reply is a warning',
    kind: 'chat',
    body: `${chunk({ content: 'Hi' })}${stop}${done}${sse({ error: { message: 'billing failed' } })}`,
    tells: ['text Hi', 'finish stop', 'warning surplus-bytes'],
    verdict: 'complete',
  },
  {
    name: 'an error in the list of a native stream',
    kind: 'native',
    body: `[${native('Hel')},\n{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED"}}]`,
    tells: ['text Hel'],
    verdict: 'failed',
    code: 'rate-limited',
  },
  {
    name: 'an error behind the list of a native stream',
    kind: 'native',
    body: `[${native('Hel')}]{"error":{"message":"The model is overloaded"}}`,
    tells: ['text Hel'],
    verdict: 'failed',
    code: 'overloaded',
  },
  {
    name: 'a sentence in the list of a native stream',
    kind: 'native',
    body: `[${native('Hel')},\nno healthy upstream`,
    tells: ['text Hel'],
    verdict: 'failed',
    code: 'upstream',
  },
  {
    name: 'an error written into a document',
    kind: 'chat',
    body: '{"choices":[{"message":{"con{"error":{"message":"Rate limit reached"}}',
    head: { streamAsked: false },
    tells: [],
    verdict: 'failed',
    code: 'rate-limited',
  },
  {
    name: 'a task that was refused with status 200',
    kind: 'task',
    body: '{"task_id":"","base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}',
    head: { streamAsked: false },
    tells: [],
    verdict: 'failed',
    code: 'quota',
  },
  {
    name: 'an unknown document with the words of a refusal',
    kind: 'embeddings',
    body: '{"id":"e1","message":"invalid api token"}',
    head: { streamAsked: false },
    tells: ['raw {"id":"e1","message":"invalid api token"}'],
    verdict: 'failed',
    code: 'auth',
  },
];
