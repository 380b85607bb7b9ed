import { asObject } from '#shared/protocol/json.ts';

const nameFields = ['voice_id', 'voiceId', 'id', 'name', 'voice'];
const modelFields = ['model_id', 'model', 'modelId'];
const mostVoices = 500;

/**
 * Returns the names of the voices in the response to `GET /v1/audio/voices`: `{voices: [...]}` (Kokoro), a list of
 * records (speaches), `{data: [...]}`, or a record by name. Voices of another model are left out.
 */
export function voicesIn(value: unknown, model: string): string[] {
  const record = asObject(value);
  const list = Array.isArray(value) ? value : (record?.voices ?? record?.data ?? record?.items);
  const entries = Array.isArray(list) ? list : Object.keys(asObject(list) ?? {});
  const names = entries.flatMap((entry) => {
    if (typeof entry === 'string') return entry;
    const fields = asObject(entry) ?? {};
    const of = modelFields.map((name) => fields[name]).find((name) => typeof name === 'string' && name !== '');
    const name = nameFields.map((field) => fields[field]).find((found) => typeof found === 'string' && found !== '');
    return typeof name === 'string' && (of === undefined || of === model) ? name : [];
  });
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== '' && name.length <= 200))].slice(
    0,
    mostVoices,
  );
}
