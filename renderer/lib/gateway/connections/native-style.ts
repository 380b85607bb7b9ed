import type { Connection, NativeKeyStyle } from '#shared/contract/connections.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { client } from '../../client/client.ts';
import { queryClient } from '../../client/query.ts';
import { notifyFailure } from '../../failures/failure-text.tsx';
import { strings } from '../../i18n/strings.ts';
import { toast } from '../../notices/toasts.ts';
import { refreshModels } from '../models/model-list.ts';
import { draftOf, fieldsOf } from './connection-fields.ts';

/** What could still make native routes work: the styles that a pin keeps from being tried, or the key in the query. */
export type NativeOffer = 'other-styles' | 'query' | null;

/** LiteLLM returns 500 for a key that it does not find. */
const aboutTheKey: ReadonlySet<number | null> = new Set([400, 401, 403, 500]);

/** Returns what a failed native listing leaves to try, where `/v1` accepts the key. */
export function nativeOffer(surfaces: ModelList['surfaces'], style: Connection['nativeKeyStyle']): NativeOffer {
  const native = surfaceOf(surfaces, 'native');
  const isAccepted = surfaceOf(surfaces, 'compatible')?.state === 'listed';
  if (!native || !isAccepted || native.state === 'listed' || native.tried.length === 0) return null;
  if (!aboutTheKey.has(native.failure?.status ?? null)) return null;
  if (style !== 'auto') return 'other-styles';
  return native.tried.some((one) => one.style === 'query') ? null : 'query';
}

export const surfaceOf = (
  surfaces: ModelList['surfaces'],
  surface: SurfaceListing['surface'],
): SurfaceListing | undefined => surfaces.find((one) => one.surface === surface);

/**
 * Removes a pin and lists the models, which tries every header. @returns the style that native routes accept, or
 * `null`.
 */
export async function tryOtherStyles(connection: Connection, keyId?: string): Promise<NativeKeyStyle | null> {
  await client.connections.save({ ...draftOf(fieldsOf(connection), connection.id), nativeKeyStyle: 'auto' });
  await queryClient.invalidateQueries({ queryKey: ['connections'] });
  const { nativeKeyStyle, surfaces } = await refreshModels(connection.id, keyId);
  return surfaceOf(surfaces, 'native')?.state === 'listed' ? nativeKeyStyle : null;
}

/** The same for the connection and key of an exchange whose native route refused the key; reports the outcome. */
export async function tryStylesOf(exchangeId: string): Promise<void> {
  const t = strings().pieces.failure;
  try {
    const { connectionId, draft } = await client.exchanges.get({ id: exchangeId });
    const connection = (await client.connections.list({})).find(({ id }) => id === connectionId);
    const style = connection ? await tryOtherStyles(connection, draft?.keyId) : null;
    toast(style ? { intent: 'ok', title: t.styleFound(styleName(style)) } : { title: t.styleNotFound });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Header names as on the wire. */
const styleName = (style: NativeKeyStyle): string => ({ bearer: 'Bearer', query: '?key=' })[style as string] ?? style;
