import { replacePrompt, showOnStage, useForm } from '../form.ts';
import type { Generation, MadeImage } from '../model/generation.ts';
import { settingsFor } from '../model/image-settings.ts';

/** Makes a result the first input of the next edit and remembers where it came from. */
export function takeAsInput({ id }: Generation, { file, width, height, index }: MadeImage): void {
  if (!file) return;
  useForm.setState(({ inputs, origins }) => ({
    routeId: 'images.edits',
    inputs: [{ file, width, height }, ...inputs.filter((input) => input.file.id !== file.id)].slice(0, 16),
    origins: { ...origins, [file.id]: { generationId: id, picture: index } },
  }));
  showOnStage(null);
}

/** Restores a request into the form as it was sent: texts, parameters, inputs. */
export function restoreRequest({ order }: Generation): void {
  const { routeId, prompt, input, model, inputs, fields, family, split } = order;
  useForm.setState((form) => ({
    routeId,
    split,
    ...(routeId === 'edits' ? { input, textModel: model } : { pictureModel: model }),
    ...(routeId === 'images.edits' ? { inputs } : {}),
    ...(routeId === 'edits' ? {} : { families: { ...form.families, [model]: family } }),
    settings: settingsFor(form.settings, family, routeId, fields),
  }));
  replacePrompt(prompt);
  showOnStage(null);
}
