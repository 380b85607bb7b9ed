import { client } from '../../client/client.ts';
import { notifyFailure } from '../../failures/tell-failure.tsx';
import { saveFile } from '../../files/files.ts';
import { strings } from '../../i18n/strings.ts';
import { toast } from '../../page/toasts.ts';

/** Keeps a recorded body as a file and gives it to the person. */
export async function saveBody(id: string, side: 'request' | 'response'): Promise<void> {
  try {
    const name = await saveFile(await client.exchanges.keepBody({ id, side }));
    if (name !== null) toast({ intent: 'ok', title: strings().wire.savedAs(name) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
