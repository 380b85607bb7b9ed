import type { SessionPart, Speaker } from '#shared/contract/realtime.ts';
import { type ScriptStep, scriptStep } from '#shared/contract/session-script.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Clock } from '../ports.ts';
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
    await run.step(step, index);
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
  readonly #counts: Record<Awaited, number> = { answer: 0, 'speech-started': 0, 'speech-stopped': 0, live: 0 };
  #waiting: (() => void)[] = [];
  isOver = false;

  take(part: SessionPart): void {
    if (part.type === 'words') {
      const words = this.#words[part.who];
      words.set(part.itemId, (words.get(part.itemId) ?? '') + part.delta);
    } else if (part.type === 'words-done') this.#words[part.who].set(part.itemId, part.text);
    else if (part.type === 'response' && part.state === 'done') this.#counts.answer += 1;
    else if (part.type === 'speech') this.#counts[`speech-${part.state}`] += 1;
    else if (part.type === 'stage' && part.stage === 'live') this.#counts.live += 1;
    this.#wake();
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

function createScriptRun(session: Session, seen: SessionProgress, { fileIds, clock }: ScriptParts) {
  let liveAtMs: number | null = null;
  /** Responses, stretches of speech and sessions that a step has waited for. */
  const taken: Record<Awaited, number> = { answer: 0, 'speech-started': 0, 'speech-stopped': 0, live: 0 };

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

  function fail(index: number, step: ScriptStep, why: string): void {
    const found = failure('bad-draft', `Step ${index + 1} of the script (${step.do}) failed: ${why}.`, {
      hint: 'The next steps continue.',
    });
    session.record.problem(found);
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
    async step(step: ScriptStep, index: number): Promise<void> {
      switch (step.do) {
        case 'play': {
          const fileId = fileIds[step.file];
          if (fileId === undefined) return fail(index, step, `the file ${JSON.stringify(step.file)} was not provided`);
          return session.act({ kind: 'play', fileId, pace: step.pace ?? 'real' });
        }
        case 'say':
          return session.act({ kind: 'say', text: step.text });
        case 'send':
          return session.act({ kind: 'event', text: JSON.stringify(step.event) });
        case 'cut':
          taken.live = seen.count('live');
          return session.act({ kind: 'cut', ms: step.seconds * 1000 });
        case 'wait': {
          const limitMs = (step.seconds ?? waitSeconds) * 1000;
          const arrived = await seen.until(() => isNew(step.for), limitMs);
          if (!arrived) return fail(index, step, `it did not arrive within ${limitMs / 1000} s`);
          // A live session stays live for every step that waits for it.
          if (step.for !== 'live') taken[step.for] += 1;
          return;
        }
        case 'expect':
          return expect(step);
        default:
          return session.act({ kind: step.do });
      }
    },
  };
}
