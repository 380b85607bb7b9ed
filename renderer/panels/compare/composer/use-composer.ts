import { laneDraft } from '#shared/compare/lane-draft.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { client } from '../../../lib/client/client.ts';
import { workField } from '../../../lib/navigation/work-field.ts';
import { changeComparison } from '../compare.ts';
import { activeLanes, type Comparison, withReplies } from '../model/comparison.ts';
import { lanesInput } from '../model/run-input.ts';
import { isOpen, type ShownRun } from '../runs/runs.ts';

/** Returns what the first lane would send, for the preview; `null` without one. */
export function usePendingDraft(comparison: Comparison): DraftInput | null {
  const [lane] = activeLanes(comparison);
  if (!lane?.model) return null;
  const input = lanesInput({ ...comparison, lanes: [lane] });
  const [first] = input.lanes;
  const [row] = input.rows;
  return first && row ? laneDraft(first, input, row, 'panel') : null;
}

/** Returns the function that appends each lane's reply to its turns; `null` while a reply is missing. */
export function useContinue(shown: ShownRun | null): (() => void) | null {
  if (!shown || shown.run.state === 'running') return null;
  const replied = shown.cells.filter((cell) => cell.repeat === 0 && !isOpen(cell) && cell.textLength > 0);
  if (replied.length === 0) return null;
  return () => {
    const ids = replied.map(({ id }) => id);
    void client.compare.cells({ runId: shown.run.id, ids }).then(
      (cells) => {
        const texts = new Map(cells.map(({ laneId, text }) => [laneId, text]));
        changeComparison((now) => withReplies({ ...now, prompt: shown.run.input.prompt }, texts));
        workField()?.focus();
      },
      () => undefined,
    );
  };
}
