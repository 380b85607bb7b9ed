import type { RealtimeDialect, SessionAct } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { readEvent } from '../readers/session/json-fields.ts';
import { sessionOf } from './session-update.ts';

type Event = { type: string } & Record<string, unknown>;

const message = (role: 'user' | 'assistant', part: Record<string, unknown>): Event => ({
  type: 'conversation.item.create',
  item: { type: 'message', role, content: [part] },
});

/** A message of an earlier conversation, in the words of a dialect. */
export const earlierMessage = (who: 'person' | 'model', text: string, dialect: RealtimeDialect): Event =>
  who === 'person'
    ? message('user', { type: 'input_text', text })
    : message('assistant', { type: dialect === 'ga' ? 'output_text' : 'text', text });

/** The events that an act means, as texts; `null` for acts that are no events. */
export function eventsOf(
  act: SessionAct,
  { dialect, isAnswering }: { dialect: RealtimeDialect; isAnswering: boolean },
): string[] | Failure | null {
  const events = plainEvents(act, dialect, isAnswering);
  if (events) return events.map((event) => JSON.stringify(event));
  if (act.kind !== 'event') return null;
  return readEvent(act.text) === null ? noEvent : [act.text];
}

function plainEvents(act: SessionAct, dialect: RealtimeDialect, isAnswering: boolean): Event[] | null {
  switch (act.kind) {
    case 'say':
      return [message('user', { type: 'input_text', text: act.text }), { type: 'response.create' }];
    case 'commit':
      return [{ type: 'input_audio_buffer.commit' }];
    case 'clear':
      return [{ type: 'input_audio_buffer.clear' }];
    case 'respond':
      return [{ type: 'response.create' }];
    case 'cancel':
      return [{ type: 'response.cancel' }];
    case 'interrupt': {
      const { itemId, contentIndex, playedMs } = act;
      const cut = { item_id: itemId, content_index: contentIndex, audio_end_ms: Math.floor(playedMs) };
      return [...(isAnswering ? [{ type: 'response.cancel' }] : []), { type: 'conversation.item.truncate', ...cut }];
    }
    case 'tool-output': {
      const item = { type: 'function_call_output', call_id: act.callId, output: act.output };
      return [{ type: 'conversation.item.create', item }, ...(act.respond ? [{ type: 'response.create' }] : [])];
    }
    case 'settings':
      return [{ type: 'session.update', session: sessionOf(act.settings, dialect) }];
    default:
      return null;
  }
}

const noEvent = failure('bad-input', 'This is no event: it has to be a JSON object with a "type" that is text.', {
  hint: 'Correct it and send it again. Nothing was sent.',
});

/** What an act meets between two connections. */
export const notConnected = failure('connection-lost', 'There is no connection at the moment, so this was not sent.', {
  hint: 'Wait until the session is live again, or connect now.',
  retryable: true,
});
