import type { SessionPart, Speaker } from '#shared/contract/realtime.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { ScriptStep } from '#shared/protocol/session-script.ts';
import type { Clock } from '../../ports.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { follow } from '../record/follow.ts';
import type { Session } from '../session.ts';

interface ScriptParts {
  /** Stored files by the names that the script uses. */
  fileIds: Readonly<Record<string, string>>;
  clock: Clock;
  records: Pick<ExchangeRecords, 'read'>;
}

/** How long a step waits when it does not say. */
const waitSeconds = 30;

/** Does what a script says, step by step, and ends the session behind the last one. Never rejects. */
export async function runScript(session: Session, steps: readonly ScriptStep[], parts: ScriptParts): Promise<void> {
  const seen = new Seen();
  const watching = new AbortController();
  void watch(session, seen, parts, watching.signal);
  const run = new ScriptRun(session, seen, parts);
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

async function watch(session: Session, seen: Seen, { records }: ScriptParts, signal: AbortSignal): Promise<void> {
  for await (const part of follow(session, 0, records, signal)) seen.take(part);
  seen.end();
}

type Awaited = Extract<ScriptStep, { do: 'wait' }>['for'];

/** What has happened in a session so far, for steps that wait for something. */
class Seen {
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

  /** True as soon as `holds` does, false when it did not within the time or the session ended. */
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

class ScriptRun {
  readonly #session: Session;
  readonly #seen: Seen;
  readonly #parts: ScriptParts;
  #liveAtMs: number | null = null;
  /** Answers, stretches of speech and sessions that a step has waited for. */
  readonly #taken: Record<Awaited, number> = { answer: 0, 'speech-started': 0, 'speech-stopped': 0, live: 0 };

  constructor(session: Session, seen: Seen, parts: ScriptParts) {
    this.#session = session;
    this.#seen = seen;
    this.#parts = parts;
  }

  /** Waits until the session is live for the first time, and until the step's own time. False when it never became live. */
  async begins(step: ScriptStep): Promise<boolean> {
    if (await this.#ready(step)) return true;
    const found = failure('bad-draft', `The session was not live within ${waitSeconds} s, so nothing was sent in it.`, {
      hint: 'Its stages say what it waited for.',
    });
    if (!this.#session.record.isOver)
      this.#session.record.note({ type: 'problem', failure: found, fatal: false, eventId: null });
    return false;
  }

  async step(step: ScriptStep, index: number): Promise<void> {
    switch (step.do) {
      case 'play': {
        const fileId = this.#parts.fileIds[step.file];
        if (fileId === undefined) return this.#fail(index, step, `nobody gave the file ${JSON.stringify(step.file)}`);
        return this.#session.act({ kind: 'play', fileId, pace: step.pace ?? 'real' });
      }
      case 'say':
        return this.#session.act({ kind: 'say', text: step.text });
      case 'send':
        return this.#session.act({ kind: 'event', text: JSON.stringify(step.event) });
      case 'cut':
        this.#taken.live = this.#seen.count('live');
        return this.#session.act({ kind: 'cut', ms: step.seconds * 1000 });
      case 'wait': {
        const limitMs = (step.seconds ?? waitSeconds) * 1000;
        const isThere = await this.#seen.until(() => this.#isNew(step.for), limitMs);
        if (!isThere) return this.#fail(index, step, `it did not come within ${limitMs / 1000} s`);
        // A session that is live stays live for every step that waits for it.
        if (step.for !== 'live') this.#taken[step.for] += 1;
        return;
      }
      case 'expect':
        return this.#expect(step);
      default:
        return this.#session.act({ kind: step.do });
    }
  }

  #isNew(what: Awaited): boolean {
    return this.#seen.count(what) > this.#taken[what] && (what !== 'live' || this.#session.stage === 'live');
  }

  async #ready({ at }: ScriptStep): Promise<boolean> {
    const { clock } = this.#parts;
    if (this.#liveAtMs === null) {
      if (!(await this.#seen.until(() => this.#seen.count('live') > 0, waitSeconds * 1000))) return false;
      this.#liveAtMs = clock.monotonic();
    }
    const leftMs = at === undefined ? 0 : this.#liveAtMs + at * 1000 - clock.monotonic();
    if (leftMs > 0) await this.#seen.until(() => false, leftMs);
    return true;
  }

  async #expect(step: Extract<ScriptStep, { do: 'expect' }>): Promise<void> {
    const wanted = step.includes.toLowerCase();
    const holds = () => this.#seen.words(step.who).toLowerCase().includes(wanted);
    const met = await this.#seen.until(holds, (step.seconds ?? 0) * 1000);
    const found = this.#seen.words(step.who).slice(-500);
    const text = `${step.who === 'person' ? 'You' : 'The model'} said ${JSON.stringify(step.includes)}`;
    if (!this.#session.record.isOver) this.#session.record.note({ type: 'expectation', text, met, found });
  }

  #fail(index: number, step: ScriptStep, why: string): void {
    if (this.#session.record.isOver) return;
    const found = failure('bad-draft', `Step ${index + 1} of the script (${step.do}) could not be done: ${why}.`, {
      hint: 'The steps after it go on.',
    });
    this.#session.record.note({ type: 'problem', failure: found, fatal: false, eventId: null });
  }
}
