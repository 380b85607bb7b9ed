import type { PromptRow } from '#shared/contract/prompts.ts';
import type { Preset } from '../presets/presets.ts';
import type { PresetTarget } from './composer-target.ts';

/** What a composer's list offers. */
export type PickerRow =
  | { kind: 'prompt'; id: string; name: string; prompt: PromptRow }
  | { kind: 'preset'; id: string; name: string; preset: Preset; target: PresetTarget };

/** Prompts that are drawn; the others are found by typing. */
export const shownPrompts = 100;

/** Returns the rows of the list: the first prompts, then the presets of the composer whose name contains every word. */
export function pickerRows(
  prompts: readonly PromptRow[],
  presets: readonly Preset[],
  targets: readonly PresetTarget[],
  query: string,
): PickerRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return [
    ...prompts
      .slice(0, shownPrompts)
      .map((prompt): PickerRow => ({ kind: 'prompt', id: `prompt ${prompt.id}`, name: prompt.name, prompt })),
    ...targets.flatMap((target) =>
      presets
        .filter(({ scope, name }) => scope === target.scope && fits(name))
        .map((preset): PickerRow => ({ kind: 'preset', id: `preset ${preset.id}`, name: preset.name, preset, target })),
    ),
  ];
}
