import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Session } from './session.ts';

type Lists = Pick<Session, 'client' | 'connectionId'>;

/**
 * Adds the most similar models to the failure of a rejected model, if the stored model list has any. Requests nothing.
 */
export async function withNearModels(
  failure: Failure,
  model: string | null,
  { client, connectionId }: Lists,
): Promise<Failure> {
  if (failure.code !== 'model-not-found' || model === null) return failure;
  const { models } = await client.models.list({ connectionId });
  const ids = models.map(({ id }) => id);
  if (ids.includes(model))
    return {
      ...failure,
      hint: 'The gateway lists this model, so it may not offer it on this route. Use another one with --model NAME, or another route. List the models: patchbay models',
    };
  const near = didYouMean(model, ids);
  return near === '' ? failure : { ...failure, hint: `${near.trim()} List the models: patchbay models` };
}

/** Returns the model that a draft names; `null` for none. */
export function modelOf({ params, body }: Pick<DraftInput, 'params' | 'body'>): string | null {
  if (params?.model !== undefined) return params.model;
  if (body.kind === 'form') {
    const field = body.fields.find(({ name }) => name === 'model');
    return field?.kind === 'text' ? field.value : null;
  }
  if (body.kind !== 'json') return null;
  const { model } = parsed(body.text) as { model?: unknown };
  return typeof model === 'string' ? model : null;
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    // A body that was written out is sent as it is.
    return {};
  }
}
