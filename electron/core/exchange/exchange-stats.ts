import type { Part, Usage } from '#shared/protocol/part.ts';
import type { Warning } from '../verdict/verdict.ts';
import type { TimelineRecorder } from './timeline.ts';

/** What the summary of an exchange needs to know of its parts. */
export class ExchangeStats {
  readonly #times: TimelineRecorder;
  readonly warnings: Warning[] = [];
  usage: Usage | null = null;
  /** The answer is a row of events. */
  streamed = false;
  /** Of visible text. */
  characters = 0;
  events = 0;
  /** Decoded and redacted. */
  bodyBytes = 0;

  constructor(times: TimelineRecorder) {
    this.#times = times;
  }

  note(part: Part): void {
    switch (part.type) {
      case 'text-delta':
        this.characters += part.text.length;
        this.#times.mark('firstToken');
        break;
      case 'reasoning-delta':
      case 'refusal-delta':
      case 'tool-delta':
      case 'tool-call':
        this.#times.mark('firstToken');
        break;
      case 'answer-start':
        this.streamed = part.streamed;
        break;
      case 'warning':
        this.warnings.push({ code: part.code, message: part.message });
        break;
      case 'usage-report': {
        const { type: _type, raw: _raw, ...usage } = part;
        this.usage = usage;
      }
    }
  }
}
