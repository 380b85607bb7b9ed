import { client } from '../client.ts';
import { saveFile } from '../files.ts';
import { strings } from '../strings.ts';
import { tellFailure } from '../tell-failure.tsx';
import { toast } from '../toasts.ts';

/** Keeps a recorded body as a file and gives it to the person. */
export async function saveBody(id: string, side: 'request' | 'response'): Promise<void> {
  try {
    const name = await saveFile(await client.exchanges.keepBody({ id, side }));
    if (name !== null) toast({ intent: 'ok', title: strings().wire.savedAs(name) });
  } catch (thrown) {
    tellFailure(thrown);
  }
}
