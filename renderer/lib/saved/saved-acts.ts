import type { Prompt } from '#shared/contract/prompts.ts';
import { client } from '../client/client.ts';
import { notifyFailure } from '../failures/failure-text.tsx';
import { saveFile } from '../files/files.ts';
import { strings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';

/** A prompt or a preset in the editor. */
export type EditedPrompt = Pick<Prompt, 'id' | 'name' | 'text' | 'defaults' | 'preset' | 'revision'>;

/** Returns a prompt that is not stored yet. */
export const newPrompt = (
  content: Partial<Pick<Prompt, 'name' | 'text' | 'defaults' | 'preset'>> = {},
): EditedPrompt => ({
  id: crypto.randomUUID(),
  name: '',
  text: '',
  defaults: {},
  preset: null,
  revision: 0,
  ...content,
});

/** Deletes a prompt or a preset; a toast offers to restore it. */
export async function removeSaved(id: string): Promise<void> {
  const t = strings().prompts.library;
  try {
    const prompt = await client.prompts.get({ id });
    await client.prompts.remove({ id });
    if (!prompt) return;
    const { name, text, defaults, preset } = prompt;
    const restore = () =>
      void client.prompts.save({ id, name, text, defaults, preset, revision: 0 }).catch(notifyFailure);
    toast({ title: t.removed(name), action: { label: t.undo, onSelect: restore } });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Saves all prompts and presets, or these, as a JSON file. */
export async function exportSaved(ids?: readonly string[]): Promise<void> {
  try {
    const name = await saveFile(await client.prompts.export(ids ? { ids: [...ids] } : {}));
    if (name !== null) toast({ intent: 'ok', title: strings().prompts.library.exported(name) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
