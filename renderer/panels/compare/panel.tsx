import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { laneDraft } from '#shared/compare/lane-draft.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { DocumentList } from '../../lib/documents/document-list.tsx';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { uploadsOf } from '../../lib/files/attachments.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useHandedComparison } from '../../lib/navigation/comparison-handoff.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useModelHandoff } from '../../lib/navigation/model-handoff.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { workField } from '../../lib/navigation/work-field.ts';
import { focusPlace } from '../../lib/runs/send-blocker.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import layout from '../../ui/layout/layout.module.css';
import { CompareComposer } from './composer/composer.tsx';
import { Head, useAddLanes } from './head.tsx';
import { JudgeView } from './judge/judge-view.tsx';
import { Lanes } from './lanes/lanes.tsx';
import { Mirror } from './mirror/mirror.tsx';
import {
  activeLanes,
  type Comparison,
  isLaneRoute,
  isTextLane,
  newLane,
  routeForModel,
  withLanes,
  withReplies,
} from './model/comparison.ts';
import { lanesInput } from './model/run-input.ts';
import s from './panel.module.css';
import { PlanDialog } from './plan/plan-dialog.tsx';
import { FiguresTable } from './results/figures-table.tsx';
import { isOpen, type ShownRun, useRun } from './runs.ts';
import { Sheet } from './sheet/sheet.tsx';
import {
  changeComparison,
  compareStore,
  editComparison,
  newId,
  openComparison,
  removeComparison,
  useComparison,
  useView,
} from './store.ts';
import { Votes } from './votes/votes.tsx';

/** The saved comparisons by day, starred first, with a search over their prompts. */
function CompareList() {
  const t = useStrings().compare.list;
  return (
    <DocumentList
      panel="compare"
      words={t}
      openId={useStore(compareStore(), (state) => state.openId)}
      metaOf={(row) => <span>{t.lanes(Number(row.note))}</span>}
      onAdd={() => compareStore().create()}
      onOpen={(id) => void openComparison(id)}
      onEdit={(id, change) => void editComparison(id, change)}
      onRemove={(id) => void removeComparison(id)}
    />
  );
}

/** Sends one prompt to several models, protocols, keys or gateways and shows the replies side by side. */
export const panel: PanelView = { List: CompareList, Work: CompareWork };

/** The lanes, their composer, and the run that is shown; connects the wire drawer to both. */
function CompareWork() {
  const t = useStrings().compare;
  const { ready, connections } = useActive();
  const comparison = useComparison();
  const opening = useStore(compareStore(), (state) => state.opening);
  const { hasFigures, view, judged } = useView();
  const [isPlanning, setPlanning] = useState(false);
  const isSheet = view === 'sheet';
  const isJudged = view === 'judge' && comparison.sheetRunId !== null;
  const showsSheet = isSheet || (isJudged && (judged === 'sheet' || comparison.runId === null));
  const { shown, failure } = useRun(showsSheet ? comparison.sheetRunId : comparison.runId);
  const act = useAction((work: () => Promise<unknown>) => work());
  const addLanes = useAddLanes();
  useRequestedOrigin('compare', ({ documentId }) => void openComparison(documentId));
  useShortcut('compare.new', () => compareStore().create());
  useModelHandoff(({ model, routeId }) =>
    addLanes([{ model, routeId: isLaneRoute(routeId) ? routeId : routeForModel(model) }]),
  );
  useHandedComparison(({ models, connectionId, keyId, routeId, history, ...shared }) => {
    const lanes = models.map((model) =>
      newLane(newId(), { connectionId, keyId, routeId, model, history: [...history] }),
    );
    compareStore().create({ ...shared, lanes });
    useView.setState({ view: 'lanes' });
    // One model alone is no comparison yet.
    requestAnimationFrame(() => (lanes.length > 1 ? workField()?.focus() : focusPlace('add-lane')));
  });
  const newest = shown?.cells.findLast(({ exchangeId }) => exchangeId !== null)?.exchangeId ?? null;
  useWireFocus(usePendingDraft(comparison), shown?.run.state === 'running' ? null : newest);
  const onContinue = useContinue(showsSheet ? null : shown);
  if (!ready || opening) return <h1 className="sr-only">{t.title}</h1>;
  if (connections.length === 0 && comparison.lanes.length === 0) return <Start level={1} />;
  return (
    <DropZone
      className={layout.fill}
      title={t.drop}
      hint={t.dropHint}
      onFiles={(files) => void uploadsOf(comparison.id).add(files)}
    >
      <Head comparison={comparison} shown={shown} act={act} />
      {(act.failure ?? failure) && (
        <div className={s.failure}>
          <FailureCard failure={(act.failure ?? failure) as NonNullable<typeof failure>} />
        </div>
      )}
      {comparison.lanes.length === 0 ? (
        <Start level={2} />
      ) : isSheet ? (
        <Sheet comparison={comparison} shown={shown} act={act} />
      ) : view === 'votes' ? (
        <Votes key={shown?.run.id} shown={shown} act={act} />
      ) : view === 'judge' ? (
        <JudgeView comparison={comparison} shown={shown} act={act} />
      ) : view === 'mirror' ? (
        <Mirror comparison={comparison} shown={shown} />
      ) : (
        <Lanes comparison={comparison} shown={shown} />
      )}
      <CompareComposer
        comparison={comparison}
        run={shown?.run ?? null}
        act={act}
        onContinue={onContinue}
        isSheet={isSheet}
        onPlan={() => setPlanning(true)}
      />
      {isPlanning && (
        <PlanDialog
          what={isSheet ? 'sheet' : 'lanes'}
          comparison={comparison}
          act={act}
          onClose={() => setPlanning(false)}
        />
      )}
      {hasFigures && view === 'lanes' && shown && comparison.lanes.length > 0 && (
        <FiguresTable lanes={comparison.lanes} run={shown.run} cells={shown.cells} />
      )}
    </DropZone>
  );
}

/** Returns what the first lane would send, for the preview; `null` without one. */
function usePendingDraft(comparison: Comparison): DraftInput | null {
  const [lane] = activeLanes(comparison);
  if (!lane?.model) return null;
  const input = lanesInput({ ...comparison, lanes: [lane] });
  const [first] = input.lanes;
  const [row] = input.rows;
  return first && row ? laneDraft(first, input, row, 'panel') : null;
}

/** Returns the function that appends each lane's reply to its turns; `null` while a reply is missing. */
function useContinue(shown: ShownRun | null): (() => void) | null {
  if (!shown || shown.run.state === 'running') return null;
  const isOfText = ({ laneId }: { laneId: string }) =>
    shown.run.input.lanes.some((lane) => lane.id === laneId && isTextLane(lane));
  const replied = shown.cells.filter(
    (cell) => cell.repeat === 0 && !isOpen(cell) && (cell.textLength > 0 || (isOfText(cell) && cell.files.length > 0)),
  );
  if (replied.length === 0) return null;
  return () => {
    const ids = replied.map(({ id }) => id);
    void client.compare.cells({ runId: shown.run.id, ids }).then(
      (cells) => {
        const replies = new Map(
          cells.map(({ id, laneId, text }) => [
            laneId,
            { text, files: replied.find((cell) => cell.id === id)?.files ?? [] },
          ]),
        );
        changeComparison((now) => withReplies({ ...now, prompt: shown.run.input.prompt }, replies));
        workField()?.focus();
      },
      () => undefined,
    );
  };
}

const demoModels = ['demo-chat', 'demo-reasoner', 'demo-json'];

/** What this panel is for, and two ways to begin. */
function Start({ level }: { level: 1 | 2 }) {
  const t = useStrings().compare.start;
  const { connection } = useActive();
  const demo = useAction(async () => {
    const { connectionId } = await startDemo();
    if (!connectionId) return;
    changeComparison((now) => ({
      ...withLanes(
        now,
        demoModels.map((model) => newLane(newId(), { connectionId, keyId: null, model })),
      ),
      prompt: now.prompt || t.demoPrompt,
    }));
    requestAnimationFrame(() => workField()?.focus());
  });
  if (!connection && level === 1)
    return (
      <div className={layout.fill}>
        <h1 className="sr-only">{t.title}</h1>
        <NoConnection level={2}>{t.noConnectionBody}</NoConnection>
      </div>
    );
  return (
    <div className={s.start}>
      <EmptyState
        icon={<Icon of={Columns3} />}
        title={t.title}
        level={2}
        actions={
          <>
            {connection && (
              <Button intent="primary" onClick={() => focusPlace('add-lane')}>
                {t.choose}
              </Button>
            )}
            <Button busy={demo.busy} onClick={() => void demo.run()}>
              {t.demo}
            </Button>
          </>
        }
      >
        {t.body}
        {demo.failure && <FailureCard failure={demo.failure} />}
      </EmptyState>
    </div>
  );
}
