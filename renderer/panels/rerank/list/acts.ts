import { restoreOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { originOf } from '../model/place.ts';
import type { RankSet } from '../model/rank-set.ts';
import { lab } from '../rerank.ts';
import { showView } from '../view.ts';

const orSay = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => toast({ intent: 'bad', title: strings().rerank.list.failed }),
  );

export const openSet = (id: string): Promise<void> =>
  orSay(
    lab()
      .open(id)
      .then((found) => {
        const origin = found ? originOf(lab().current()) : null;
        if (!found) toast({ intent: 'warn', title: strings().rerank.list.gone });
        if (origin) restoreOrigin('rerank', origin);
        showView(lab().current().outcome ? 'result' : 'documents');
      }),
  );

export const editSet = (id: string, change: Partial<RankSet>): Promise<void> => orSay(lab().edit(id, change));

export const removeSet = (id: string): Promise<void> => orSay(lab().remove(id));

/** The same documents for another query: marks belong to a query and stay behind. */
export const copySet = (id: string): Promise<void> =>
  orSay(
    lab()
      .open(id)
      .then(() => {
        const { documents, nextId, retrieval } = lab().current();
        lab().create({ documents, nextId, retrieval });
        showView('documents');
      }),
  );
