import { headerText, type KeyHeader } from '#shared/protocol/gateway-details.ts';
import { client } from '../../client/client.ts';
import { queryClient } from '../../client/query.ts';
import { notifyFailure } from '../../failures/failure-text.tsx';
import { strings } from '../../i18n/strings.ts';
import { toast } from '../../notices/toasts.ts';
import { refreshModels } from '../models/model-list.ts';
import { draftOf, fieldsOf } from './connection-fields.ts';

/**
 * Makes the connection of an exchange send its key in another header, lists the models with it, and reports the outcome.
 * The key stays bound to its origin.
 */
export async function sendKeyAs(exchangeId: string, keyHeader: KeyHeader): Promise<void> {
  const t = strings().pieces.failure;
  try {
    const { connectionId, draft } = await client.exchanges.get({ id: exchangeId });
    const connection = (await client.connections.list({})).find(({ id }) => id === connectionId);
    if (!connection) return toast({ intent: 'bad', title: t.connectionGone });
    await client.connections.save({ ...draftOf(fieldsOf(connection), connection.id), keyHeader });
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
    const { failures } = await refreshModels(connection.id, draft?.keyId);
    const isRefused = failures.some(({ code }) => code === 'auth');
    toast(
      isRefused
        ? { intent: 'warn', title: t.headerRefused(headerText(keyHeader)) }
        : { intent: 'ok', title: t.headerSet(headerText(keyHeader)) },
    );
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
