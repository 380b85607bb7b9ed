import type { SessionAct, SessionPart, Speaker } from '#shared/contract/realtime.ts';
import { type ScriptStep, scriptStep } from '#shared/contract/session-script.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { Clock } from '../ports.ts';
import { harmless } from '../readers/session/session-failure.ts';
import { follow, type RecordReader } from './record/recorded-session.ts';
import type { Session } from './session.ts';

/**
 * Parses a script: a JSON array of steps, or one step per line.
 *
 * @throws AppError `bad-input` that names the step and its fault.
 */
export function readScript(script: string): ScriptStep[] {
  const values = script.trimStart().startsWith('[') ? fromArray(script) : fromLines(script);
  if (values.length === 0) throw new AppError(refuse('The script has no steps.'));
  return values.map((value, index) => {
    const read = scriptStep.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const place = issue && issue.path.length > 0 ? ` at "${issue.path.join('.')}"` : '';
    const name = typeof value === 'object' && value !== null && 'do' in value ? ` (${String(value.do)})` : '';
    throw new AppError(
      refuse(`Step ${index + 1}${name} of the script isn't valid${place}: ${issue?.message ?? 'unreadable'}.`),
    );
  });
}

function fromArray(script: string): unknown[] {
  try {
    return JSON.parse(script) as unknown[];
  } catch (thrown) {
    throw new AppError(refuse(`The script isn't valid JSON: ${thrown instanceof Error ? thrown.message : ''}.`));
  }
}

function fromLines(script: string): unknown[] {
  return script.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      throw new AppError(refuse(`Line ${index + 1} of the script isn't valid JSON.`));
    }
  });
}

const refuse = (message: string) =>
  failure('bad-input', message, {
    effect: 'not-sent',
    hint: 'A script is a JSON array of steps such as {"do":"say","text":"Hello"}, or one step per line.',
  });

interface ScriptParts {
  /** Stored files by the names that the script uses. */
  fileIds: Readonly<Record<string, string>>;
  clock: Clock;
  records: RecordReader;
  /** How long a response may still begin after the gateway reported an error, in milliseconds. */
  refusalMs: number;
}

/** How long a step waits by default. */
const waitSeconds = 30;

/** Runs a script, step by step, and ends the session after the last one. Never rejects. */
export async function runScript(session: Session, steps: readonly ScriptStep[], parts: ScriptParts): Promise<void> {
  const seen = new SessionProgress();
  const watching = new AbortController();
  void watch(session, seen, parts, watching.signal);
  const run = createScriptRun(session, seen, parts);
  let isEnded = false;
  for (const [index, step] of steps.entries()) {
    if (session.record.isOver || !(await run.begins(step))) break;
    const failed = await run.step(step);
    if (failed && index === steps.length - 1) session.end({ state: 'failed', failure: failed }, 1000, 'no response');
    else if (failed) run.report(index, step, failed);
    isEnded ||= step.do === 'end';
  }
  if (!isEnded && !session.record.isOver) session.act({ kind: 'end' });
  await session.over;
  watching.abort();
}

async function watch(
  session: Session,
  seen: SessionProgress,
  { records }: ScriptParts,
  signal: AbortSignal,
): Promise<void> {
  for await (const part of follow(session, 0, records, signal)) seen.take(part);
  seen.end();
}

type Awaited = Extract<ScriptStep, { do: 'wait' }>['for'];

/** What has happened in a session so far, for steps that wait for something. */
class SessionProgress {
  readonly #words: Record<Speaker, Map<string, string>> = { person: new Map(), model: new Map() };
  readonly #counts: Record<Awaited, number> = noneYet();
  #waiting: (() => void)[] = [];
  isOver = false;
  isAnswering = false;
  isPlaying = false;
  /** The gateway's error since the last request of the script, which may be about the response. */
  refusal: { failure: Failure; isCertain: boolean } | null = null;
  /** An error about something else, which explains why nothing arrived if nothing does. */
  other: Failure | null = null;

  take(part: SessionPart): void {
    if (part.type === 'words') {
      const words = this.#words[part.who];
      words.set(part.itemId, (words.get(part.itemId) ?? '') + part.delta);
    } else if (part.type === 'words-done') this.#words[part.who].set(part.itemId, part.text);
    else if (part.type === 'response') {
      this.isAnswering = part.state === 'started';
      if (part.state === 'done') this.#counts.answer += 1;
    } else if (part.type === 'playing') {
      this.isPlaying = !part.done;
      if (part.done) this.#counts.played += 1;
    } else if (part.type === 'problem' && isRefusal(part)) this.#refused(part);
    else if (part.type === 'speech') this.#counts[`speech-${part.state}`] += 1;
    else if (part.type === 'stage' && part.stage === 'live') this.#counts.live += 1;
    if ((part.type === 'words-done' && part.who === 'person' && part.spoken) || part.type === 'words-failed')
      this.#counts.transcript += 1;
    this.#wake();
  }

  /** By the id of the refused event, where the gateway names it. */
  #refused({ failure: found, refused }: Extract<SessionPart, { type: 'problem' }>): void {
    if (refused === undefined) this.refusal ??= { failure: found, isCertain: false };
    else if (answered.test(refused)) this.refusal = { failure: found, isCertain: true };
    else this.other = found;
  }

  end(): void {
    this.isOver = true;
    this.#wake();
  }

  count(what: Awaited): number {
    return this.#counts[what];
  }

  words(who: Speaker): string {
    return [...this.#words[who].values()].join('\n');
  }

  /** Resolves with true as soon as `holds` does, with false after the time limit or the end of the session. */
  async until(holds: () => boolean, limitMs: number): Promise<boolean> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, limitMs);
    while (!holds() && !isLate && !this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(timer);
    return holds();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

const noneYet = (): Record<Awaited, number> => ({
  answer: 0,
  'speech-started': 0,
  'speech-stopped': 0,
  live: 0,
  played: 0,
  transcript: 0,
});

/** An error of the gateway, and not one of Patchbay, after which a response may not come. */
const isRefusal = ({ failure: found, fatal }: Extract<SessionPart, { type: 'problem' }>): boolean =>
  !fatal && (found.gatewayMessage !== null || found.gatewayCode !== null) && !harmless.has(found.gatewayCode ?? '');

/** The events that a reply or a transcript answers. */
const answered = /^(?:response\.create|input_audio_buffer\.commit)$/;

const replies: Partial<Record<Awaited, string>> = { answer: 'reply', transcript: 'transcript' };

function createScriptRun(session: Session, seen: SessionProgress, { fileIds, clock, refusalMs }: ScriptParts) {
  let liveAtMs: number | null = null;
  /** Responses, stretches of speech and sessions that a step has waited for. */
  const taken: Record<Awaited, number> = noneYet();

  const isNew = (what: Awaited): boolean =>
    seen.count(what) > taken[what] && (what !== 'live' || session.stage === 'live');

  async function isReady({ at }: ScriptStep): Promise<boolean> {
    if (liveAtMs === null) {
      if (!(await seen.until(() => seen.count('live') > 0, waitSeconds * 1000))) return false;
      liveAtMs = clock.monotonic();
    }
    const leftMs = at === undefined ? 0 : liveAtMs + at * 1000 - clock.monotonic();
    if (leftMs > 0) await seen.until(() => false, leftMs);
    return true;
  }

  async function expect(step: Extract<ScriptStep, { do: 'expect' }>): Promise<void> {
    const wanted = step.includes.toLowerCase();
    const holds = () => seen.words(step.who).toLowerCase().includes(wanted);
    const met = await seen.until(holds, (step.seconds ?? 0) * 1000);
    const found = seen.words(step.who).slice(-500);
    const text = `${step.who === 'person' ? 'You' : 'The model'} said ${JSON.stringify(step.includes)}`;
    if (!session.record.isOver) session.record.note({ type: 'expectation', text, met, found });
  }

  const failed = (why: string) => failure('bad-draft', why, { hint: 'The next steps continue.' });

  /** Waits for what a step waits for. Returns why it did not arrive, or `null`. */
  async function waitFor(step: Extract<ScriptStep, { do: 'wait' }>): Promise<Failure | null> {
    const limitMs = (step.seconds ?? waitSeconds) * 1000;
    const endMs = clock.monotonic() + limitMs;
    const isHere = () => isNew(step.for);
    const reply = replies[step.for];
    const isRefused = () => reply !== undefined && seen.refusal !== null && !seen.isAnswering && !seen.isPlaying;
    while (await seen.until(() => isHere() || isRefused(), endMs - clock.monotonic())) {
      // An error need not be about the response: it may still begin.
      const graceMs = seen.refusal?.isCertain ? 0 : refusalMs;
      if (isHere() || (await seen.until(() => isHere() || !isRefused(), graceMs))) {
        if (!isHere()) continue;
        // A live session stays live for every step that waits for it.
        if (step.for !== 'live') taken[step.for] += 1;
        return null;
      }
      return seen.refusal?.failure ?? null;
    }
    if (reply === undefined) return failed(`it did not arrive within ${limitMs / 1000} s`);
    if (seen.other) return seen.other;
    return failure('total-timeout', `No ${reply} arrived within ${limitMs / 1000} s.`, {
      effect: 'maybe-processed',
      hint: "See the session's events.",
    });
  }

  return {
    /**
     * Waits until the session is live for the first time, and until the step's own time. False when it never became
     * live.
     */
    async begins(step: ScriptStep): Promise<boolean> {
      if (await isReady(step)) return true;
      const found = failure('bad-draft', `The session was not live within ${waitSeconds} s.`, {
        effect: 'not-sent',
        hint: "See the session's stages.",
      });
      session.record.problem(found);
      return false;
    },
    /** Reports a step that failed; the next ones continue. */
    report(index: number, step: ScriptStep, { message }: Failure): void {
      const why = message.replace(/\.$/, '');
      session.record.problem(failed(`Step ${index + 1} of the script (${step.do}) failed: ${why}.`));
    },
    /** Runs a step. Returns why it failed, or `null`. */
    async step(step: ScriptStep): Promise<Failure | null> {
      if (step.do === 'wait') return waitFor(step);
      if (step.do === 'expect') await expect(step);
      else {
        seen.refusal = null;
        seen.other = null;
        if (step.do === 'play' && fileIds[step.file] === undefined)
          return failed(`the file ${JSON.stringify(step.file)} was not provided`);
        perform(step);
      }
      return null;
    },
  };

  function perform(step: Exclude<ScriptStep, { do: 'wait' | 'expect' }>): void {
    if (step.do === 'cut') taken.live = seen.count('live');
    session.act(actOf(step, fileIds));
  }
}

function actOf(
  step: Exclude<ScriptStep, { do: 'wait' | 'expect' }>,
  fileIds: Readonly<Record<string, string>>,
): SessionAct {
  switch (step.do) {
    case 'play':
      return { kind: 'play', fileId: fileIds[step.file] ?? '', pace: step.pace ?? 'real' };
    case 'say':
      return { kind: 'say', text: step.text };
    case 'send':
      return { kind: 'event', text: JSON.stringify(step.event) };
    case 'cut':
      return { kind: 'cut', ms: step.seconds * 1000 };
    default:
      return { kind: step.do };
  }
}
