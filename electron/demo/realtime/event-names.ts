export type SessionDialect = 'beta' | 'ga';

/** Events that the two dialects name differently. */
export interface EventNames {
  audioDelta: string;
  audioDone: string;
  spokenDelta: string;
  spokenDone: string;
  textDelta: string;
  textDone: string;
  /** An item was added to the conversation. */
  itemAdded: string;
  /** The item is complete; `null` in a dialect without such an event. */
  itemDone: string | null;
  audioPart: string;
  textPart: string;
}

export const eventNames: Readonly<Record<SessionDialect, EventNames>> = {
  beta: {
    audioDelta: 'response.audio.delta',
    audioDone: 'response.audio.done',
    spokenDelta: 'response.audio_transcript.delta',
    spokenDone: 'response.audio_transcript.done',
    textDelta: 'response.text.delta',
    textDone: 'response.text.done',
    itemAdded: 'conversation.item.created',
    itemDone: null,
    audioPart: 'audio',
    textPart: 'text',
  },
  ga: {
    audioDelta: 'response.output_audio.delta',
    audioDone: 'response.output_audio.done',
    spokenDelta: 'response.output_audio_transcript.delta',
    spokenDone: 'response.output_audio_transcript.done',
    textDelta: 'response.output_text.delta',
    textDone: 'response.output_text.done',
    itemAdded: 'conversation.item.added',
    itemDone: 'conversation.item.done',
    audioPart: 'output_audio',
    textPart: 'output_text',
  },
};
