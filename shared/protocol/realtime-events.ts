/** The realtime protocol as data: event names of both dialects and templates for events written by hand. */

/** What a server event means, in either dialect. */
export type ServerEventKind =
  | 'session'
  | 'item'
  | 'committed'
  | 'speech-started'
  | 'speech-stopped'
  | 'heard-delta'
  | 'heard'
  | 'heard-failed'
  | 'response-started'
  | 'response-done'
  | 'output-item'
  | 'output-item-done'
  | 'audio-delta'
  | 'spoken-delta'
  | 'spoken'
  | 'text-delta'
  | 'text'
  | 'arguments-done'
  | 'truncated'
  | 'limits'
  | 'error';

/** Event names by meaning. Names of both dialects are understood, whichever dialect is sent. */
export const serverEvents: ReadonlyMap<string, ServerEventKind> = new Map([
  ['session.created', 'session'],
  ['session.updated', 'session'],
  ['transcription_session.created', 'session'],
  ['transcription_session.updated', 'session'],
  ['conversation.item.created', 'item'],
  ['conversation.item.added', 'item'],
  ['conversation.item.done', 'item'],
  ['input_audio_buffer.committed', 'committed'],
  ['input_audio_buffer.speech_started', 'speech-started'],
  ['input_audio_buffer.speech_stopped', 'speech-stopped'],
  ['conversation.item.input_audio_transcription.delta', 'heard-delta'],
  ['conversation.item.input_audio_transcription.completed', 'heard'],
  ['conversation.item.input_audio_transcription.failed', 'heard-failed'],
  ['response.created', 'response-started'],
  ['response.done', 'response-done'],
  ['response.output_item.added', 'output-item'],
  ['response.output_item.done', 'output-item-done'],
  ['response.audio.delta', 'audio-delta'],
  ['response.output_audio.delta', 'audio-delta'],
  ['response.audio_transcript.delta', 'spoken-delta'],
  ['response.output_audio_transcript.delta', 'spoken-delta'],
  ['response.audio_transcript.done', 'spoken'],
  ['response.output_audio_transcript.done', 'spoken'],
  ['response.text.delta', 'text-delta'],
  ['response.output_text.delta', 'text-delta'],
  ['response.text.done', 'text'],
  ['response.output_text.done', 'text'],
  ['response.function_call_arguments.done', 'arguments-done'],
  ['conversation.item.truncated', 'truncated'],
  ['rate_limits.updated', 'limits'],
  ['error', 'error'],
]);

/** A starting point for a handwritten event. */
export interface EventTemplate {
  type: string;
  about: string;
  dialect: 'both' | 'beta' | 'ga';
  event: Readonly<Record<string, unknown>>;
}

const template = (
  event: Readonly<Record<string, unknown>> & { type: string },
  about: string,
  dialect: EventTemplate['dialect'] = 'both',
): EventTemplate => ({ type: event.type, about, dialect, event });

export const eventTemplates: readonly EventTemplate[] = [
  template(
    { type: 'session.update', session: { type: 'realtime', instructions: 'Answer in one sentence.' } },
    'Changes the session.',
    'ga',
  ),
  template(
    { type: 'session.update', session: { instructions: 'Answer in one sentence.' } },
    'Changes the session.',
    'beta',
  ),
  template(
    {
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    },
    'Adds a message; an answer has to be asked for.',
  ),
  template(
    { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: '', output: '{}' } },
    'Gives the answer of a tool.',
  ),
  template({ type: 'conversation.item.retrieve', item_id: '' }, 'Asks for an item as the service keeps it.'),
  template({ type: 'conversation.item.delete', item_id: '' }, 'Takes an item out of the conversation.'),
  template(
    { type: 'conversation.item.truncate', item_id: '', content_index: 0, audio_end_ms: 0 },
    'Cuts an answer to what was heard of it.',
  ),
  template({ type: 'response.create' }, 'Asks for an answer.'),
  template(
    { type: 'response.create', response: { output_modalities: ['text'] } },
    'Asks for an answer in writing.',
    'ga',
  ),
  template({ type: 'response.create', response: { modalities: ['text'] } }, 'Asks for an answer in writing.', 'beta'),
  template({ type: 'response.cancel' }, 'Stops the answer.'),
  template({ type: 'input_audio_buffer.append', audio: '' }, 'Adds sound, in base64.'),
  template({ type: 'input_audio_buffer.commit' }, 'Makes a turn of the sound so far.'),
  template({ type: 'input_audio_buffer.clear' }, 'Throws away the sound so far.'),
];
