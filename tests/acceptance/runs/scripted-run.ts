import type { RunState } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { emptyAnswer, foldAnswer, isSettled } from '../../../renderer/panels/chat/model/answer.ts';
import { type Bench, chatBody } from '../../support/exchange/bench.ts';
import { delta, done, finish } from '../../support/exchange/chat-wire.ts';
import { chunk, chunkedHead, json, lastChunk, type Received } from '../../support/exchange/wire-server.ts';

/**
 * The events of a run in order: the gateway begins to respond, sends text, ends cleanly, rejects or disconnects; the user
 * cancels; another follower joins or leaves.
 */
export const steps = ['head', 'word', 'end', 'refuse', 'break', 'cancel', 'follow', 'leave'] as const;
export type Step = (typeof steps)[number];

/** The model: how a run must end after these events. */
export function expectedEnd(script: readonly Step[]): RunState {
  let hasWords = false;
  for (const step of script) {
    if (step === 'word') hasWords = true;
    if (step === 'end') return hasWords ? 'done' : 'failed';
    // After the response has begun it cannot be rejected any more: the connection closes instead.
    if (step === 'refuse') return hasWords ? 'interrupted' : 'failed';
    if (step === 'break') return hasWords ? 'interrupted' : 'failed';
    if (step === 'cancel') return 'cancelled';
  }
  return 'cancelled';
}

/** The gateway's side of many runs: each request waits here until its script is played. */
export class Stage {
  readonly #arrived = new Map<string, PromiseWithResolvers<Received>>();

  #of(name: string): PromiseWithResolvers<Received> {
    const found = this.#arrived.get(name) ?? Promise.withResolvers<Received>();
    this.#arrived.set(name, found);
    return found;
  }

  readonly answer = async (request: Received): Promise<void> => {
    const { model } = JSON.parse((await request.body).toString()) as { model: string };
    this.#of(model).resolve(request);
  };

  async request(name: string): Promise<Received> {
    const request = await this.#of(name).promise;
    this.#arrived.delete(name);
    return request;
  }
}

/** What one follower saw, checked as it arrived. */
interface Followed {
  ends: number;
  afterEnd: number;
  state: string;
}

async function follow(parts: AsyncIterable<Part>, onPart: (part: Part) => void = () => {}): Promise<Followed> {
  const seen = { ends: 0, afterEnd: 0, state: '' };
  let answer = emptyAnswer;
  let settled = '';
  for await (const part of parts) {
    if (seen.ends > 0) seen.afterEnd += 1;
    answer = foldAnswer(answer, part, 0);
    if (settled !== '' && answer.state !== settled) seen.afterEnd += 1;
    if (isSettled(answer)) settled = answer.state;
    if (part.type === 'run-end') {
      seen.ends += 1;
      seen.state = part.state;
    }
    onPart(part);
  }
  // The page shows the same end.
  if (seen.ends > 0 && answer.state !== seen.state) seen.afterEnd += 1;
  return seen;
}

/**
 * Plays a script to the end of its run. Returns what was wrong as text, or nothing when all was right.
 *
 * @param record whether the run is recorded; its record must then say the same. That takes the disk several times as long.
 */
export async function playScript(
  { bench, stage, name, record }: { bench: Bench; stage: Stage; name: string; record: boolean },
  script: readonly Step[],
): Promise<string[]> {
  const stop = new AbortController();
  const leaving: AbortController[] = [];
  const others: Promise<Followed>[] = [];
  const words = new Set<() => void>();
  let id = '';
  const started = Promise.withResolvers<void>();
  const draft = bench.draft({ body: chatBody({ stream: true, model: name }) });
  const main = follow(bench.exchanges.perform(draft, { signal: stop.signal, repeat: false, record }), (part) => {
    if (part.type === 'run-start') {
      id = part.exchangeId;
      started.resolve();
    }
    if (part.type === 'text-delta' || part.type === 'run-end') for (const wake of words) wake();
  });
  await started.promise;
  const { socket } = await stage.request(name);
  let isOver = false;
  void main.then(() => {
    isOver = true;
  });
  let hasHead = false;
  const head = () => {
    if (!hasHead) socket.write(chunkedHead());
    hasHead = true;
  };
  for (const step of [...script, 'cancel' as const]) {
    // After the end the connection may serve another run.
    if (isOver && step !== 'cancel' && step !== 'follow' && step !== 'leave') continue;
    if (step === 'head') head();
    if (step === 'word') {
      head();
      const heard = Promise.withResolvers<void>();
      words.add(heard.resolve);
      socket.write(chunk(delta('word ')));
      // The next event happens only after this one was seen: otherwise the end is not determined.
      await Promise.race([heard.promise, main]);
      words.delete(heard.resolve);
    }
    if (step === 'end') {
      head();
      socket.write(Buffer.concat([chunk(finish + done), Buffer.from(lastChunk)]));
      await main;
    }
    if (step === 'refuse') {
      if (hasHead) socket.destroy();
      else socket.write(json({ error: { message: 'No.', type: 'invalid_request_error' } }, 400));
      await main;
    }
    if (step === 'break') {
      socket.resetAndDestroy();
      await main;
    }
    if (step === 'cancel') {
      stop.abort();
      await main;
    }
    // An unrecorded run can be followed only while it runs.
    if (step === 'follow' && (record || !isOver)) {
      const leave = new AbortController();
      leaving.push(leave);
      others.push(follow(bench.exchanges.handlers.watch({ id }, { signal: leave.signal })));
    }
    if (step === 'leave') leaving.shift()?.abort();
  }
  const seen = await main;
  const wrong: string[] = [];
  const wanted = expectedEnd(script);
  if (seen.ends !== 1 || seen.afterEnd !== 0) wrong.push(`${seen.ends} ends, ${seen.afterEnd} parts after one`);
  if (seen.state !== wanted) wrong.push(`ended as ${seen.state}, not as ${wanted}`);
  for (const other of await Promise.all(others)) {
    if (other.ends > 1 || other.afterEnd !== 0) wrong.push(`a follower saw ${other.ends} ends`);
    if (other.ends === 1 && other.state !== wanted) wrong.push(`a follower saw it end as ${other.state}`);
  }
  if (record) {
    const { state } = await bench.exchanges.handlers.get({ id }, { signal: new AbortController().signal });
    if (state !== wanted) wrong.push(`recorded as ${state}, not as ${wanted}`);
  }
  return wrong;
}
