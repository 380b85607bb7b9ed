import { EstimateAll } from '../../../lib/cost/estimate.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { estimateSet } from '../rank-cost.tsx';
import { usePlanned, useSet } from '../rerank.ts';
import { planRun, useRank } from '../use-rank.ts';

/** Asks before many requests are sent: how many they are, and about what they use. */
export function ConfirmRun() {
  const t = useStrings().rerank.queries.confirm;
  const set = useSet();
  const { connection } = useActive();
  const { send } = useRank();
  const { planned } = usePlanned();
  if (!planned) return null;
  const { queries, models, documents, rankings, embeddings } = planRun(set, planned.queryIds);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || usePlanned.setState({ planned: null })}
      title={t.title(rankings + embeddings)}
      body={
        <>
          <p>
            {t.body(queries, models, documents)} {embeddings > 0 && t.embeddings(embeddings)}
          </p>
          <p>
            <EstimateAll connectionId={connection?.id} requests={estimateSet(set, planned.queryIds)} withTokens alone />
          </p>
          <p>{t.stop}</p>
        </>
      }
      confirmLabel={t.send}
      cancelLabel={t.cancel}
      onConfirm={() => send(planned.queryIds)}
    />
  );
}
