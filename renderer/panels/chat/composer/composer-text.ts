import { createRef } from 'react';
import { useStore } from 'zustand';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { type Conversation, saysNothing } from '../model/conversation.ts';

/** Unsent text by conversation; kept, so that neither a reload nor a crash loses a half-written turn. */
export const composerTexts = persistedStore<Record<string, string>>(
  'chat.unsent',
  {},
  { read: (stored) => onlyTexts(stored), shared: 'parts' },
);

function onlyTexts(stored: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}

/**
 * Under which name the unsent text of a conversation is kept. One in which nothing was said yet is not in the library and
 * gets another id with every start of the page, so all of those share one.
 */
export const unsentName = (conversation: Pick<Conversation, 'id' | 'turns'>): string =>
  saysNothing(conversation) ? 'new' : conversation.id;

export const unsentText = (conversation: Conversation): string =>
  composerTexts.getState()[unsentName(conversation)] ?? '';

export function putUnsentText(conversation: Conversation, text: string): void {
  const name = unsentName(conversation);
  composerTexts.setState((all) => {
    const { [name]: _before, ...others } = all;
    return text ? { ...others, [name]: text } : others;
  }, true);
}

export const useUnsentText = (conversation: Conversation): string =>
  useStore(composerTexts, (all) => all[unsentName(conversation)] ?? '');

/** The field of the next turn, where the focus goes when the thing that had it is gone. */
export const composerBox = createRef<HTMLTextAreaElement>();
