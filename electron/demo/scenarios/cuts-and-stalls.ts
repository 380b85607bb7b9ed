import { asList, asRecord } from '../json-value.ts';
import { bareReply, isStreamed, type Reply, type Step, written } from '../responses/reply.ts';
import { breakOff, mapDocuments, untilFinish, without, withSteps } from '../responses/steps.ts';
import { faultsOf } from './fault.ts';

const message = 'The upstream stopped answering: quota of this channel is used up';

/** An error as each protocol reports it inside a stream whose status was already 200. */
export function inBandError(reply: Reply): Step {
  if (reply.dialect === 'responses') {
    const document = { type: 'error', code: 'insufficient_quota', message, param: null };
    return { do: 'send', mark: 'frame', event: 'error', document };
  }
  const error =
    reply.dialect === 'native'
      ? { code: 429, message, status: 'RESOURCE_EXHAUSTED' }
      : { message, type: 'insufficient_quota', param: null, code: 'insufficient_quota' };
  return { do: 'send', mark: 'frame', document: { error } };
}

export const hang: Step = { do: 'hang' };

const second: Step = { do: 'wait', ms: 1000 };

/** Removes the finish reason from a response that is not streamed. */
export const unfinished = (document: unknown): unknown => {
  const answer = asRecord(document);
  const open = (list: unknown, field: string) => asList(list).map((entry) => ({ ...asRecord(entry), [field]: null }));
  if ('status' in answer) return { ...answer, status: 'in_progress' };
  if ('choices' in answer) return { ...answer, choices: open(answer.choices, 'finish_reason') };
  return 'candidates' in answer ? { ...answer, candidates: open(answer.candidates, 'finishReason') } : answer;
};

/** Returns the whole reply without any finish reason. */
export const withoutFinish = (reply: Reply): Reply =>
  isStreamed(reply) ? withSteps(reply, (steps) => without(steps, 'finish')) : mapDocuments(reply, unfinished);

function* dripped(reply: Reply): Generator<Step> {
  for (const step of written(reply)) {
    if (step.do !== 'raw') {
      yield step;
      continue;
    }
    for (const byte of Buffer.from(step.bytes)) {
      yield { do: 'raw', bytes: Buffer.of(byte) };
      yield second;
    }
  }
}

function* endlessComments(): Generator<Step> {
  for (;;) {
    yield { do: 'raw', bytes: ': PING\n\n' };
    yield second;
  }
}

/** Silence, cuts and errors: how a response can end early. */
export const endingFaults = faultsOf(
  `
  cut-mid-stream | any | cut | Connection reset mid-response | 响应中途连接被重置
  clean-eof | any | cut | Clean end mid-response | 响应中途正常结束
  finish-missing | text | cut | No finish reason | 没有结束原因
  no-done-socket-open | text | slow | Connection left open | 结束后连接不关闭
  hang-before-headers | any | slow | No response | 没有响应
  slow-first-byte | any | slow | Slow first byte | 首字节缓慢
  hang-mid-body | any | slow | Silent mid-response | 响应中途停滞
  slow-drip | any | slow | Very slow stream | 流极其缓慢
  comments-only | text | slow | Only keep-alive comments | 只有保活注释
  reset-before-headers | any | cut | Reset before the response | 响应前连接被重置
  close-before-headers | any | cut | Closed before the response | 响应前连接关闭
  error-in-band | any | refused | Error inside the stream | 流中出现错误
  error-first | text | refused | Error as the first event | 首个事件即错误
`,
  {
    'cut-mid-stream': (reply) => breakOff(reply, { do: 'reset' }),
    'clean-eof': (reply) => breakOff(reply),
    'finish-missing': withoutFinish,
    'no-done-socket-open': (reply) => untilFinish(reply, hang),
    'hang-before-headers': { instead: () => bareReply(hang) },
    'slow-first-byte': (reply) => ({ ...reply, delayMs: 20_000 }),
    'hang-mid-body': (reply) => breakOff(reply, hang),
    'slow-drip': (reply) => withSteps(reply, () => dripped(reply)),
    'comments-only': (reply) =>
      reply.form === 'events' ? withSteps(reply, endlessComments) : withSteps(reply, () => [hang]),
    'reset-before-headers': { instead: () => bareReply({ do: 'reset' }) },
    'close-before-headers': { instead: () => bareReply({ do: 'close' }) },
    'error-in-band': (reply) =>
      isStreamed(reply) ? breakOff(reply, inBandError(reply)) : withSteps(reply, () => [inBandError(reply)]),
    'error-first': (reply) => withSteps(reply, () => [inBandError(reply)]),
  },
);
