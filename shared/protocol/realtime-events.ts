/** The realtime protocol as data: event names of both dialects and templates for events written by hand. */

/** What a server event means, in either dialect. */
export type ServerEventKind =
  | 'session'
  | 'item'
  | 'committed'
  | 'speech-started'
  | 'speech-stopped'
  | 'heard-delta'
  | 'heard-so-far'
  | 'heard'
  | 'heard-failed'
  | 'response-started'
  | 'response-done'
  | 'output-item'
  | 'output-item-done'
  | 'part-done'
  | 'audio-delta'
  | 'spoken-delta'
  | 'spoken'
  | 'text-delta'
  | 'text'
  | 'arguments-delta'
  | 'arguments-done'
  | 'truncated'
  | 'limits'
  | 'error';

/** Event names by meaning. Names of both dialects are understood, whichever dialect is sent. */
const namedEvents: ReadonlyMap<string, ServerEventKind> = new Map([
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
  ['response.content_part.done', 'part-done'],
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
  ['response.function_call_arguments.delta', 'arguments-delta'],
  ['response.function_call_arguments.done', 'arguments-done'],
  ['conversation.item.truncated', 'truncated'],
  ['rate_limits.updated', 'limits'],
  ['error', 'error'],
]);

/** Names of both public dialects, for tests of every event. */
export const serverEventNames: readonly string[] = [...namedEvents.keys()];

/**
 * How other servers name the same events, by the words that carry the meaning; the first match counts. What a model says
 * is under `response`; every other transcript is of the user.
 */
const patterns: readonly (readonly [RegExp, ServerEventKind])[] = [
  [/^response[._](?:start(?:ed)?|in_progress)$/, 'response-started'],
  [
    /^response[._](?:failed|error|incomplete|cancell?ed|completed?|finish(?:ed)?|end(?:ed)?|stop(?:ped)?)$/,
    'response-done',
  ],
  [/(?:^|[._])speech[._](?:start(?:ed)?|begin|begun)$/, 'speech-started'],
  [/(?:^|[._])speech[._](?:stopped|stop|ended|end)$/, 'speech-stopped'],
  [/^response[._].*(?:function_call|tool_call)\w*[._]delta$/, 'arguments-delta'],
  [/^response[._].*(?:function_call|tool_call)\w*[._](?:done|completed)$/, 'arguments-done'],
  [/^response[._].*transcript\w*[._](?:delta|chunk)$/, 'spoken-delta'],
  [/^response[._].*transcript\w*[._](?:done|completed)$/, 'spoken'],
  [/^response[._](?:\w+[._])?audio[._](?:delta|chunk)$/, 'audio-delta'],
  [/^response[._](?:\w+_)?(?:text|content|message)[._](?:delta|chunk)$/, 'text-delta'],
  [/^response[._](?:\w+_)?(?:text|content|message)[._](?:done|completed)$/, 'text'],
  [/^(?!response[._]).*transcri\w*(?:[._]text)?[._](?:failed|error)$/, 'heard-failed'],
  [/^(?!response[._]).*transcri\w*(?:[._]text)?[._](?:delta|chunk)$/, 'heard-delta'],
  [/^(?!response[._]).*transcri\w*(?:[._]text)?[._](?:done|completed?|final)$/, 'heard'],
  [/^(?!response[._]).*transcri\w*[._](?:text|partial|interim)$/, 'heard-so-far'],
  [/(?:^|[._])(?:error|failed|failure)$/, 'error'],
];

/** Longer names are not those of events: they are not searched. */
const longestName = 200;

/** Returns what an event of this name means; `null` for one that changes nothing that Patchbay shows. */
export const serverEventOf = (type: string): ServerEventKind | null =>
  namedEvents.get(type) ??
  (type.length > longestName ? null : (patterns.find(([pattern]) => pattern.test(type))?.[1] ?? null));

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
    'Updates the session.',
    'ga',
  ),
  template(
    { type: 'session.update', session: { instructions: 'Answer in one sentence.' } },
    'Updates the session.',
    'beta',
  ),
  template(
    {
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    },
    'Adds a message, without requesting a response.',
  ),
  template(
    { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: '', output: '{}' } },
    'Adds the output of a tool.',
  ),
  template({ type: 'conversation.item.retrieve', item_id: '' }, 'Retrieves an item as the service stores it.'),
  template({ type: 'conversation.item.delete', item_id: '' }, 'Deletes an item from the conversation.'),
  template(
    { type: 'conversation.item.truncate', item_id: '', content_index: 0, audio_end_ms: 0 },
    'Truncates a response to the part that was heard.',
  ),
  template({ type: 'response.create' }, 'Requests a response.'),
  template({ type: 'response.create', response: { output_modalities: ['text'] } }, 'Requests a text response.', 'ga'),
  template({ type: 'response.create', response: { modalities: ['text'] } }, 'Requests a text response.', 'beta'),
  template({ type: 'response.cancel' }, 'Cancels the response.'),
  template({ type: 'input_audio_buffer.append', audio: '' }, 'Appends audio, in base64.'),
  template({ type: 'input_audio_buffer.commit' }, 'Commits the buffered audio as a turn.'),
  template({ type: 'input_audio_buffer.clear' }, 'Clears the buffered audio.'),
];
