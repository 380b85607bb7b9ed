import { useState } from 'react';
import type { PriceCandidate, PriceFile } from '#shared/contract/prices.ts';
import { rateNames } from '#shared/cost/price.ts';
import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { useMoney } from '../../lib/cost/costs.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { admitFile, chooseFiles, saveFile } from '../../lib/files/files.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Tick } from '../../ui/controls/tick.tsx';
import layout from '../../ui/layout/layout.module.css';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import s from './models.module.css';

/** Saves every known price of a connection as JSON. */
export async function exportPrices(connectionId: string, saved: (name: string) => string): Promise<void> {
  const name = await saveFile(await client.prices.export({ connectionId }));
  if (name !== null) toast({ intent: 'ok', title: saved(name) });
}

interface Chosen {
  fileId: string;
  name: string;
  content: PriceFile;
}

export interface PriceImportProps {
  connectionId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Imports prices from a file: choose it, see what fits which model, select, import. */
export function PriceImport({ connectionId, open, onOpenChange }: PriceImportProps) {
  const t = useStrings().models.price;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = useAction(async () => {
    const [file] = await chooseFiles({ accept: '.json,application/json', multiple: false });
    if (!file) return;
    setChosen(null);
    const { id: fileId } = await admitFile(file);
    setChosen({ fileId, name: file.name, content: await client.prices.importPreview({ connectionId, fileId }) });
  });
  const close = (isOpen: boolean) => {
    if (!isOpen) {
      setChosen(null);
      choose.reset();
    }
    onOpenChange(isOpen);
  };
  return (
    <Dialog open={open} onOpenChange={close} title={t.importTitle} size="lg" closeLabel={t.cancel}>
      <div className={s.priceForm}>
        <p className={s.tiny}>{t.importHint}</p>
        <div className={layout.row}>
          <Button intent={chosen ? 'plain' : 'primary'} busy={choose.busy} onClick={() => void choose.run()}>
            {chosen ? t.chooseOther : t.choose}
          </Button>
          {chosen && <span className={s.quiet}>{chosen.name}</span>}
        </div>
        {choose.failure && <FailureCard failure={choose.failure} />}
        {chosen && (
          <Candidates key={chosen.fileId} chosen={chosen} connectionId={connectionId} onDone={() => close(false)} />
        )}
      </div>
    </Dialog>
  );
}

const rowPx = 44;

function Candidates({ chosen, connectionId, onDone }: { chosen: Chosen; connectionId: string; onDone: () => void }) {
  const t = useStrings().models.price;
  const { fileId, content } = chosen;
  const { candidates, entries, unreadable } = content;
  // A name that fits only after the last slash may be another model of that name.
  const [models, setModels] = useState<ReadonlySet<string>>(
    () => new Set(candidates.filter(({ isExact }) => isExact).map(({ model }) => model)),
  );
  const turn = (model: string) => setModels((before) => before.symmetricDifference(new Set([model])));
  const take = useAction(async () => {
    const { recalculated } = await client.prices.importChosen({ connectionId, fileId, models: [...models] });
    announce(t.imported(models.size, recalculated));
    onDone();
  });
  return (
    <>
      <p className={s.tiny} role="status">
        {t.found(candidates.length, entries)}
        {unreadable > 0 && ` ${t.unreadable(unreadable)}`}
      </p>
      {candidates.length > 0 && (
        <div className={s.candidates} style={{ height: Math.min(candidates.length * rowPx + 2, 320) }}>
          <VirtualList
            label={t.importTitle}
            items={candidates}
            itemKey={({ model }) => model}
            rowHeight={rowPx}
            renderItem={(candidate) => (
              <CandidateRow
                candidate={candidate}
                isChosen={models.has(candidate.model)}
                onTurn={() => turn(candidate.model)}
              />
            )}
          />
        </div>
      )}
      {take.failure && <FailureCard failure={take.failure} />}
      <div className={s.dialogActs}>
        <Button intent="quiet" onClick={onDone}>
          {t.cancel}
        </Button>
        <Button
          intent="primary"
          busy={take.busy}
          disabledReason={models.size === 0 ? t.tickOne : undefined}
          onClick={() => void take.run()}
        >
          {t.import(models.size)}
        </Button>
      </div>
    </>
  );
}

interface CandidateRowProps {
  candidate: PriceCandidate;
  isChosen: boolean;
  onTurn: () => void;
}

function CandidateRow({ candidate, isChosen, onTurn }: CandidateRowProps) {
  const { models, pieces, cost } = useStrings();
  const t = models.price;
  const words = useMoney();
  const { model, name, isExact, price, before } = candidate;
  const rates = rateNames.filter((rate) => price.rates[rate] !== undefined);
  const shown = rates.slice(0, 3).map((rate) => `${cost.rates[rate]} ${words.rate(rate, price)}`);
  return (
    <div className={s.candidate}>
      <Tick checked={isChosen} onCheckedChange={onTurn} ariaLabel={model} />
      <span className={s.candidateName}>
        <span className="mono cut-text">{model}</span>
        {!isExact && <span className={s.tiny}>{t.from(name)}</span>}
      </span>
      <span className={s.candidatePrice}>
        <span className="cut-text">{pieces.list(shown)}</span>
        {before && <span className={s.tiny}>{t.replaces}</span>}
      </span>
    </div>
  );
}
