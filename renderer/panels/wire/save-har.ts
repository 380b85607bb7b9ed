import { client } from '../../lib/client/client.ts';
import { notifyFailure } from '../../lib/failures/tell-failure.tsx';
import { saveFile } from '../../lib/files/files.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { toast } from '../../lib/page/toasts.ts';
import { useAction } from '../../lib/page/use-action.ts';
import { exchangeRows } from './rows/use-exchange-rows.ts';
import { wire } from './store.ts';

/** The most that one file holds. */
const most = 5000;

/** Saves the chosen exchanges as HAR when several are chosen, else all that fit the filter. */
export function useSaveHar() {
  const { busy, run } = useAction(saveHar);
  return { busy, save: () => run() };
}

async function saveHar(): Promise<void> {
  const t = strings().wirePanel;
  const { chosen } = wire.getState();
  const ids = chosen.size > 1 ? [...chosen].slice(0, most) : await exchangeRows.upTo(most);
  if (ids.length === 0) {
    toast({ intent: 'warn', title: t.harNothing });
    return;
  }
  try {
    const name = await saveFile(await client.exchanges.har({ ids }));
    if (name === null) return;
    const { rows, isWhole } = exchangeRows.store.getState();
    const isCut = chosen.size > 1 ? chosen.size > most : rows.length > most || !isWhole;
    toast({ intent: 'ok', title: t.harSaved(ids.length, name), ...(isCut ? { body: t.harCut } : {}) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
