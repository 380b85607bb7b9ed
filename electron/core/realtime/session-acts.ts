import type {
  RealtimeDialect,
  RealtimeSettings,
  ResponseEnd,
  SessionAct,
  SessionDraft,
  SessionPart,
} from '#shared/contract/realtime.ts';
import { eventsOf, notConnected } from './client-events.ts';
import type { SessionRecord } from './record/session-record.ts';
import type { SessionAudio } from './session-audio.ts';
import type { SessionConnection } from './session-connection.ts';

interface Parts {
  draft: Pick<SessionDraft, 'settings' | 'toolOutputs'>;
  connection: SessionConnection;
  record: SessionRecord;
  audio: SessionAudio;
  dialect(): RealtimeDialect;
}

/** Sends what the user does in a session, and the tool outputs that are sent without the user. */
export class SessionActs {
  readonly #parts: Parts;
  readonly #settings: CurrentSettings;
  readonly #toolOutputs: ToolOutputs;
  /** A response is being generated. */
  isAnswering = false;

  #requests = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#settings = new CurrentSettings(parts.draft.settings);
    this.#toolOutputs = new ToolOutputs(parts.draft.toolOutputs);
  }

  /** The settings for the next connection. */
  get settings(): RealtimeSettings {
    return this.#settings.current;
  }

  /** Performs an act of the user. An impossible one is reported as a problem. */
  perform(act: SessionAct): void {
    this.#toolOutputs.reset();
    this.#send(act);
  }

  /** Takes a received part. */
  take(part: SessionPart): void {
    if (part.type === 'speech') this.#toolOutputs.reset();
    else if (part.type === 'tool-call') this.#toolOutputs.called(part);
    else if (part.type === 'problem') this.#settings.refuse(part.eventId);
    else if (part.type === 'response') {
      this.isAnswering = part.state === 'started';
      if (part.state === 'done') this.#answerCalls(part.end);
    }
  }

  #answerCalls(end: ResponseEnd): void {
    const { outputs, isWithheld } = this.#toolOutputs.answer(end);
    for (const output of outputs) {
      const state = isWithheld ? 'withheld' : 'sent';
      this.#parts.record.note({ type: 'automatic-output', callId: output.callId, state });
      if (!isWithheld) this.#send(output);
    }
  }

  #send(act: SessionAct): void {
    const { connection, record, audio, dialect } = this.#parts;
    const { eventId } = this.#settings;
    this.#requests += 1;
    const requestId = `request_${this.#requests}`;
    const events = eventsOf(act, { dialect: dialect(), isAnswering: this.isAnswering, eventId, requestId });
    if (events === null) return;
    if ('code' in events || !connection.isOpen()) {
      record.problem('code' in events ? events : notConnected);
      return;
    }
    if (act.kind === 'settings') this.#settings.change(act.settings);
    if (act.kind === 'interrupt') audio.cut(act.itemId, act.playedMs);
    for (const event of events) connection.send(event);
  }
}

/** The settings that a connection gets: those of the draft, with the changes made while the session was live. */
class CurrentSettings {
  current: RealtimeSettings;
  #changes = 0;
  /** The settings before each change, by the id of its event. */
  readonly #before = new Map<string, RealtimeSettings>();

  constructor(settings: RealtimeSettings) {
    this.current = settings;
  }

  /** The id of the event that makes the next change. */
  get eventId(): string {
    return `settings_${this.#changes + 1}`;
  }

  /** The event of this change was sent. */
  change(changed: Partial<RealtimeSettings>): void {
    this.#before.set(this.eventId, this.current);
    this.#changes += 1;
    this.current = { ...this.current, ...changed };
  }

  /** The gateway rejected an event. If it was a change, it is not sent again after a reconnect. */
  refuse(eventId: string | null): void {
    this.current = this.#before.get(eventId ?? '') ?? this.current;
  }
}

/** Calls that are answered automatically in a row before the user must act: a model may call its tools forever. */
const mostRounds = 10;

type ToolOutput = Extract<SessionAct, { kind: 'tool-output' }>;

/**
 * Outputs that the user wrote before the session, by tool name. A call gets its output once the response that made it is
 * complete; calls of other tools wait for the user.
 */
class ToolOutputs {
  readonly #outputs: Readonly<Record<string, string>>;
  #calls: { callId: string; name: string }[] = [];
  #rounds = 0;

  constructor(outputs: Readonly<Record<string, string>>) {
    this.#outputs = outputs;
  }

  /** The user did something: the row of automatic outputs is interrupted. */
  reset(): void {
    this.#rounds = 0;
  }

  called(call: { callId: string; name: string }): void {
    this.#calls.push(call);
  }

  /**
   * Returns the outputs to send now that a response has ended, and whether they are withheld because there were too many
   * rounds in a row. The last one requests the next response, unless another call still waits for the user.
   */
  answer({ status }: ResponseEnd): { outputs: ToolOutput[]; isWithheld: boolean } {
    const calls = this.#calls;
    this.#calls = [];
    // A canceled response is not continued.
    const known = status === 'completed' ? calls.filter(({ name }) => Object.hasOwn(this.#outputs, name)) : [];
    if (known.length > 0) this.#rounds += 1;
    const isComplete = known.length === calls.length;
    const outputs = known.map(({ callId, name }, at) => {
      const respond = isComplete && at === known.length - 1;
      return { kind: 'tool-output' as const, callId, output: this.#outputs[name] ?? '', respond };
    });
    return { outputs, isWithheld: this.#rounds > mostRounds };
  }
}
