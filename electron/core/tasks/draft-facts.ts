import type { Draft } from '#shared/contract/exchanges.ts';

/** Longer bodies hold files and are not taken apart, nor shown with the task. */
const longestBody = 1_000_000;
const shownBody = 100_000;

function field({ body }: Draft, name: string): string | null {
  if (body.kind === 'form') {
    const found = body.fields.find((one) => one.name === name);
    return found && 'value' in found ? found.value : null;
  }
  if (body.kind !== 'json' || body.text.length > longestBody) return null;
  try {
    const value = (JSON.parse(body.text) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

export const modelIn = (draft: Draft): string | null => field(draft, 'model');

export const promptIn = (draft: Draft): string => field(draft, 'prompt') ?? '';

/** The body as text, with names in place of files. */
export function requestText({ body }: Draft): string | null {
  if (body.kind === 'none') return null;
  if (body.kind !== 'form') return body.text.slice(0, shownBody);
  const fields = body.fields.map((one) => [one.name, 'value' in one ? one.value : { file: one.fileId }]);
  return JSON.stringify(Object.fromEntries(fields)).slice(0, shownBody);
}
