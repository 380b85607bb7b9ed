import { createRef } from 'react';
import { useStore } from 'zustand';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { type Conversation, hasNoTurns } from '../model/conversation.ts';

/** Unsent text by conversation id, saved so that neither a reload nor a crash loses a half-written turn. */
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
 * Returns the key under which a conversation's unsent text is saved. Conversations without a turn are not in the
 * library and get a new id on every page load, so they all share one key.
 */
export const unsentKey = (conversation: Pick<Conversation, 'id' | 'turns'>): string =>
  hasNoTurns(conversation) ? 'new' : conversation.id;

export const unsentText = (conversation: Conversation): string =>
  composerTexts.getState()[unsentKey(conversation)] ?? '';

export function setUnsentText(conversation: Conversation, text: string): void {
  const name = unsentKey(conversation);
  composerTexts.setState((all) => {
    const { [name]: _before, ...others } = all;
    return text ? { ...others, [name]: text } : others;
  }, true);
}

export const useUnsentText = (conversation: Conversation): string =>
  useStore(composerTexts, (all) => all[unsentKey(conversation)] ?? '');

/** The field for the next turn; takes the focus when the focused element is removed. */
export const composerBox = createRef<HTMLTextAreaElement>();
