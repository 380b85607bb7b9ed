import type { Lane } from '#shared/contract/compare.ts';
import type { Attachment } from '#shared/protocol/compose/material.ts';
import { attachmentsIn, uploadsOf } from '../../../lib/files/attachments.ts';
import { type HandedComparison, openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { unsentText } from '../composer/composer-text.ts';
import { turnsInContext } from '../model/context.ts';
import { type Conversation, shownTurns } from '../model/conversation.ts';
import { toolsAndSchema } from '../model/tools-and-schema.ts';

/**
 * Opens a new comparison with what the conversation would send next: its draft, or its last prompt, after the earlier
 * turns, with its attachments, tools and schema. Tool calls of earlier turns are left out.
 */
export function compareWith(conversation: Conversation, models: readonly string[] = [conversation.model]): void {
  const { connectionId, keyId, routeId, system, parameters } = conversation;
  if (!connectionId) return;
  const draft = {
    text: unsentText(conversation),
    attachments: attachmentsIn(uploadsOf(conversation.id).store.getState().uploads),
  };
  const { tools, schema } = toolsAndSchema(conversation);
  openComparisonOf({
    ...{ connectionId, keyId, routeId, models, system, parameters, tools, schema },
    ...nextOf(conversation, draft),
  });
}

/** Returns the prompt to compare, and the turns before it. */
export function nextOf(
  conversation: Conversation,
  draft: { text: string; attachments: Attachment[] },
): Pick<HandedComparison, 'prompt' | 'attachments' | 'history'> {
  const turns = turnsInContext(shownTurns(conversation)).flatMap((turn): Lane['history'] => {
    if (turn.role === 'user') return [{ role: 'user', text: turn.text, attachments: [...turn.attachments] }];
    if (turn.role !== 'assistant') return [];
    const { text } = turn.answer;
    const images = turn.answer.images.flatMap(({ file, isPreview }) => (file && !isPreview ? [file] : []));
    return text !== '' || images.length > 0 ? [{ role: 'assistant', text, ...(images.length > 0 && { images }) }] : [];
  });
  if (draft.text.trim() !== '' || draft.attachments.length > 0)
    return { prompt: draft.text, attachments: draft.attachments, history: turns };
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const turn = turns[last];
  if (turn?.role !== 'user') return { prompt: '', attachments: [], history: [] };
  return { prompt: turn.text, attachments: turn.attachments, history: turns.slice(0, last) };
}
