import type { Lane } from '#shared/contract/compare.ts';
import { openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { unsentText } from '../composer/composer-text.ts';
import { turnsInContext } from '../model/context.ts';
import { type Conversation, shownTurns } from '../model/conversation.ts';

/**
 * Opens a new comparison with what the conversation would send next: its draft, or its last prompt, after the earlier
 * turns. Tool calls are left out.
 */
export function compareWith(conversation: Conversation, models: readonly string[] = [conversation.model]): void {
  const { connectionId, keyId, routeId, system, parameters } = conversation;
  if (!connectionId) return;
  const { prompt, history } = nextOf(conversation, unsentText(conversation));
  openComparisonOf({ connectionId, keyId, routeId, models, prompt, system, parameters, history });
}

/** Returns the prompt to compare, and the turns before it. */
export function nextOf(conversation: Conversation, draft: string): { prompt: string; history: Lane['history'] } {
  const turns = turnsInContext(shownTurns(conversation)).flatMap((turn): Lane['history'] => {
    if (turn.role === 'user') return [{ role: 'user', text: turn.text, attachments: [...turn.attachments] }];
    return turn.role === 'assistant' && turn.answer.text !== '' ? [{ role: 'assistant', text: turn.answer.text }] : [];
  });
  if (draft.trim() !== '') return { prompt: draft, history: turns };
  const last = turns.findLastIndex(({ role }) => role === 'user');
  return last < 0 ? { prompt: '', history: [] } : { prompt: turns[last]?.text ?? '', history: turns.slice(0, last) };
}
