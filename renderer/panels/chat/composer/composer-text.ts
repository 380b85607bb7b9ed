import { useStore } from 'zustand';
import { kept } from '../../../lib/kept.ts';

/** Unsent text by conversation; kept, so that neither a reload nor a crash loses a half-written turn. */
export const composerTexts = kept<Record<string, string>>('chat.unsent', {}, { read: (stored) => onlyTexts(stored) });

function onlyTexts(stored: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}

export function putComposerText(id: string, text: string): void {
  composerTexts.setState((all) => {
    const { [id]: _before, ...others } = all;
    return text ? { ...others, [id]: text } : others;
  }, true);
}

export function useComposerText(id: string): { text: string; put: (text: string) => void } {
  return {
    text: useStore(composerTexts, (all) => all[id] ?? ''),
    put: (text) => putComposerText(id, text),
  };
}
