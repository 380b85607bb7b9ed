import { createStore } from 'zustand/vanilla';
import { type PresetValues, withSettings } from './presets.ts';

/** Parameters that a preset can be applied to; see `PresetMenuProps`. */
export interface PresetTarget {
  scope: string;
  settings: PresetValues;
  prefix: string;
  onChange: (settings: Record<string, PresetValues[string]>) => void;
}

/** Applies a preset to the parameters of its scope. */
export function applyPreset({ settings, prefix, onChange }: PresetTarget, values: PresetValues): void {
  onChange(withSettings(settings, prefix, values));
}

/** The composer of the open panel, for the palette. */
export interface ComposerTarget {
  /** Inserts a prompt by its id, after asking for the values of its variables. */
  insert: (id: string) => void;
  presets: readonly PresetTarget[];
}

export const composerTarget = createStore<{ target: ComposerTarget | null }>(() => ({ target: null }));

/**
 * Inserts a text at the cursor of a field, in place of its selection. Without a field, at the end.
 *
 * @returns the whole text, and where the cursor is after what was inserted.
 */
export function insertText(
  whole: string,
  inserted: string,
  field: Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd'> | null,
): { text: string; cursor: number } {
  const from = Math.min(field?.selectionStart ?? whole.length, whole.length);
  const to = Math.min(field?.selectionEnd ?? whole.length, whole.length);
  return { text: whole.slice(0, from) + inserted + whole.slice(to), cursor: from + inserted.length };
}

/** Returns whether a text is the key that opens the list: a slash, or what the key of the slash types in Chinese. */
export const isSlash = (text: string): boolean => text === '/' || text === '、';
