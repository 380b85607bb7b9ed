import { addressOf } from '../../../lib/files/file-address.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { useForm } from '../form.ts';
import type { Generation } from '../model/generation.ts';
import type { InputImage } from '../model/image-order.ts';
import { putSetting } from '../model/image-settings.ts';
import type { Remedy } from '../model/remedy.ts';
import { sendAgain } from './send-order.ts';

/**
 * Sends a refused request again with the change that the gateway asked for; what is on the desk is changed alike, so that
 * the next request is accepted, too.
 *
 * @throws AppError when an image can not be converted or stored; nothing was sent then.
 */
export async function sendRemedied(generation: Generation, remedy: Remedy): Promise<void> {
  const { order: spec } = generation;
  if (remedy.kind === 'value') {
    const { field } = remedy;
    const value = typeof spec.fields[field] === 'number' ? Number(remedy.value) : remedy.value;
    useForm.setState(({ settings }) => ({ settings: putSetting(settings, spec.family, field, { on: true, value }) }));
    sendAgain(generation, { fields: { ...spec.fields, [field]: value } });
    return;
  }
  const converted = new Map<string, InputImage>();
  for (const { file } of spec.inputs) converted.set(file.id, await asPngInput(file));
  const inPlace = (inputs: readonly InputImage[]) => inputs.map((input) => converted.get(input.file.id) ?? input);
  useForm.setState(({ inputs }) => ({ inputs: inPlace(inputs) }));
  sendAgain(generation, { inputs: inPlace(spec.inputs) });
}

async function asPngInput({ id, name, type }: InputImage['file']): Promise<InputImage> {
  const { asPng } = await import('./remake-input.ts');
  const blob = await (await fetch(await addressOf(id))).blob();
  const { file, width, height } = await asPng(new File([blob], name, { type }));
  return { file: await admitFile(file), width, height };
}
