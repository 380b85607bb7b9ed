import type { RealtimeDialect, RealtimeSettings, SessionAct } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { readEvent } from '../readers/session/session-line.ts';

type Event = { type: string } & Record<string, unknown>;

const message = (role: 'user' | 'assistant', part: Record<string, unknown>): Event => ({
  type: 'conversation.item.create',
  item: { type: 'message', role, content: [part] },
});

/** Returns a message of an earlier conversation, in a dialect. */
export const earlierMessage = (who: 'person' | 'model', text: string, dialect: RealtimeDialect): Event =>
  who === 'person'
    ? message('user', { type: 'input_text', text })
    : message('assistant', { type: dialect === 'ga' ? 'output_text' : 'text', text });

interface Circumstances {
  dialect: RealtimeDialect;
  isAnswering: boolean;
  /** By which an error refers to the event that changes the settings. */
  eventId: string;
  /** By which an error refers to the request of a response. */
  requestId: string;
}

/** Returns the events of an action, as texts; `null` for actions that are not events. */
export function eventsOf(act: SessionAct, circumstances: Circumstances): string[] | Failure | null {
  const events = plainEvents(act, circumstances);
  if (events) return events.map((event) => JSON.stringify(event));
  if (act.kind !== 'event') return null;
  return readEvent(act.text) === null ? notAnEvent : [act.text];
}

function plainEvents(act: SessionAct, { dialect, isAnswering, eventId, requestId }: Circumstances): Event[] | null {
  const request = { type: 'response.create', event_id: requestId };
  switch (act.kind) {
    case 'say':
      return [message('user', { type: 'input_text', text: act.text }), request];
    case 'commit':
    case 'clear':
      return [{ type: `input_audio_buffer.${act.kind}` }];
    case 'respond':
      return [request];
    case 'cancel':
      return [{ type: 'response.cancel' }];
    case 'interrupt': {
      const { itemId, contentIndex, playedMs } = act;
      const cut = { item_id: itemId, content_index: contentIndex, audio_end_ms: Math.floor(playedMs) };
      return [...(isAnswering ? [{ type: 'response.cancel' }] : []), { type: 'conversation.item.truncate', ...cut }];
    }
    case 'tool-output': {
      const item = { type: 'function_call_output', call_id: act.callId, output: act.output };
      return [{ type: 'conversation.item.create', item }, ...(act.respond ? [request] : [])];
    }
    case 'settings':
      return [{ ...settingsEvent(act.settings, dialect), event_id: eventId }];
    default:
      return null;
  }
}

const notAnEvent = failure('bad-input', 'This isn\'t a valid event. It must be a JSON object with a "type" string.', {
  effect: 'not-sent',
  hint: 'Correct the event and send it again.',
});

/** The failure of an action between two connections. */
export const notConnected = failure('reset', "The session isn't connected.", {
  effect: 'not-sent',
  hint: 'Wait until the session is live again, or connect now.',
  retryable: true,
});

type Fields = Record<string, unknown>;

/** Drops unset fields, so that they are absent and not `null`. */
const withoutUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const orAbsent = (fields: Fields): Fields | undefined => (Object.keys(fields).length === 0 ? undefined : fields);

const gaFormats = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
} as const;

function turnDetection(turns: RealtimeSettings['turns']): Fields | null | undefined {
  if (turns === undefined) return undefined;
  if (turns.kind === 'manual') return null;
  const replies = { create_response: turns.createResponse, interrupt_response: turns.interruptResponse };
  if (turns.kind === 'semantic-vad')
    return withoutUndefined({ type: 'semantic_vad', eagerness: turns.eagerness, ...replies });
  return withoutUndefined({
    type: 'server_vad',
    threshold: turns.threshold,
    prefix_padding_ms: turns.prefixMs,
    silence_duration_ms: turns.silenceMs,
    ...replies,
  });
}

function toolsOf(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Sent unchanged: the gateway's own refusal says more than ours could.
    return text;
  }
}

/** Returns the event that sets a session, in the shape of a dialect. The beta has its own for a transcription session. */
export const settingsEvent = (settings: Partial<RealtimeSettings>, dialect: RealtimeDialect): Event => ({
  type: settings.output === 'transcript' && dialect === 'beta' ? 'transcription_session.update' : 'session.update',
  session: sessionOf(settings, dialect),
});

/** Returns settings as the `session` of a `session.update`, in the shape of a dialect. Unset fields are absent. */
export function sessionOf(settings: Partial<RealtimeSettings>, dialect: RealtimeDialect): Fields {
  const transcription = settings.transcription && withoutUndefined(settings.transcription);
  const noise = settings.noiseReduction && { type: settings.noiseReduction };
  const shared = {
    instructions: settings.instructions,
    tools: toolsOf(settings.tools),
    // A string in both: relays that parse it into a fixed type end the session for anything else.
    tool_choice: settings.toolChoice,
  };
  const heard = {
    transcription,
    turn_detection: turnDetection(settings.turns),
    noise_reduction: noise,
  };
  if (settings.output === 'transcript' && dialect === 'beta')
    return withoutUndefined({
      input_audio_format: settings.inputFormat,
      input_audio_transcription: transcription,
      turn_detection: heard.turn_detection,
      input_audio_noise_reduction: noise,
    });
  if (dialect === 'beta')
    return withoutUndefined({
      modalities: settings.output && (settings.output === 'audio' ? ['text', 'audio'] : ['text']),
      ...shared,
      voice: settings.voice,
      input_audio_format: settings.inputFormat,
      output_audio_format: settings.outputFormat,
      input_audio_transcription: transcription,
      turn_detection: turnDetection(settings.turns),
      input_audio_noise_reduction: noise,
      speed: settings.speed,
      temperature: settings.temperature,
      max_response_output_tokens: settings.maxTokens,
    });
  const input = orAbsent(
    withoutUndefined({
      format: settings.inputFormat && gaFormats[settings.inputFormat],
      ...heard,
    }),
  );
  if (settings.output === 'transcript')
    return withoutUndefined({ type: 'transcription', audio: orAbsent(withoutUndefined({ input })) });
  const output = orAbsent(
    withoutUndefined({
      format: settings.outputFormat && gaFormats[settings.outputFormat],
      voice: settings.voice,
      speed: settings.speed,
    }),
  );
  return withoutUndefined({
    type: 'realtime',
    output_modalities: settings.output && [settings.output],
    ...shared,
    audio: orAbsent(withoutUndefined({ input, output })),
    // The dialect has no temperature; a user who set one wants to see the gateway's response to it.
    temperature: settings.temperature,
    max_output_tokens: settings.maxTokens,
  });
}
