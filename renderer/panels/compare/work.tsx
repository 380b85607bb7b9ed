import { Columns3, Download, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { type CompareForm, type CompareRun, compareForms } from '#shared/contract/compare.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { uploadsOf } from '../../lib/files/attachments.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { ModelPopover } from '../../lib/gateway/models/model-popover.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useModelHandoff } from '../../lib/navigation/model-handoff.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { workField } from '../../lib/navigation/work-field.ts';
import { focusPlace } from '../../lib/runs/send-blocker.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Select } from '../../ui/fields/select.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Menu } from '../../ui/overlays/menu.tsx';
import {
  changeComparison,
  compareStore,
  type DiffMode,
  exportRun,
  newId,
  openComparison,
  rerunCells,
  useComparison,
  useView,
  type View,
} from './compare.ts';
import { CompareComposer } from './composer/composer.tsx';
import { useContinue, usePendingDraft } from './composer/use-composer.ts';
import { Lanes } from './lanes/lanes.tsx';
import {
  type Comparison,
  isLaneRoute,
  maxLanes,
  newLane,
  titleOf,
  withLanes,
  withoutLane,
} from './model/comparison.ts';
import { isFailed, type ShownRun, useRun } from './runs/runs.ts';
import s from './work.module.css';

/** The lanes, their composer, and the run that is shown; connects the wire drawer to both. */
export function CompareWork() {
  const t = useStrings().compare;
  const { ready, connections } = useActive();
  const comparison = useComparison();
  const opening = useStore(compareStore(), (state) => state.opening);
  const { shown, failure } = useRun(comparison.runId);
  const act = useAction((work: () => Promise<unknown>) => work());
  const addLanes = useAddLanes();
  useRequestedOrigin('compare', ({ documentId }) => void openComparison(documentId));
  useShortcut('compare.new', () => compareStore().create());
  useModelHandoff(({ model, routeId }) => addLanes([{ model, ...(isLaneRoute(routeId) ? { routeId } : {}) }]));
  const newest = shown?.cells.findLast(({ exchangeId }) => exchangeId !== null)?.exchangeId ?? null;
  useWireFocus(usePendingDraft(comparison), shown?.run.state === 'running' ? null : newest);
  const onContinue = useContinue(shown);
  const { hasFigures, view } = useView();
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
      ) : view === 'mirror' ? (
        <Mirror comparison={comparison} shown={shown} />
      ) : (
        <Lanes comparison={comparison} shown={shown} />
      )}
      <CompareComposer comparison={comparison} run={shown?.run ?? null} act={act} onContinue={onContinue} />
      {hasFigures && view === 'lanes' && shown && comparison.lanes.length > 0 && (
        <FiguresTable lanes={comparison.lanes} run={shown.run} cells={shown.cells} />
      )}
    </DropZone>
  );
}

type Act = ReturnType<typeof useAction<[() => Promise<unknown>], unknown>>;

/** Name, progress and actions of the comparison. */
function Head({ comparison, shown, act }: { comparison: Comparison; shown: ShownRun | null; act: Act }) {
  const t = useStrings().compare;
  const view = useView((state) => state.view);
  const failed = shown?.cells.filter(isFailed).length ?? 0;
  const run = shown?.run ?? null;
  return (
    <header className={s.head}>
      <h1 className="cut-text" dir="auto" title={titleOf(comparison)}>
        {titleOf(comparison) || t.untitled}
      </h1>
      {comparison.lanes.length > 0 && (
        <Segmented<View>
          label={t.views.label}
          value={view}
          onValueChange={(next) => useView.setState({ view: next })}
          options={views.map((value) => ({ value, label: t.views[value] }))}
        />
      )}
      <span className={s.space} />
      {run && (
        <span className={s.progress} role="status">
          {run.state === 'running' ? t.doneOf(run.ended, run.cells) : t.runStates[run.state]}
        </span>
      )}
      {run && failed > 0 && (
        <Button
          size="sm"
          disabledReason={run.state === 'running' ? t.lane.retryLater : undefined}
          onClick={() => void act.run(() => rerunCells(run.id, 'failed'))}
        >
          {t.retryFailed(failed)}
        </Button>
      )}
      {view === 'lanes' && comparison.lanes.length > 1 && <DiffControls />}
      <Select
        label={t.head.repeat}
        size="sm"
        value={String(comparison.repeats)}
        onValueChange={(count) => changeComparison((now) => ({ ...now, repeats: Number(count) }))}
        options={repeatCounts.map((count) => ({ value: String(count), label: t.head.repeats(count) }))}
        width={116}
      />
      {view === 'lanes' && run && <FiguresSwitch />}
      <AddLane comparison={comparison} />
      {run && <Export run={run} act={act} />}
    </header>
  );
}

const views: readonly View[] = ['lanes', 'mirror'];
const repeatCounts = [1, 3, 5, 10, 20];
const diffModes: readonly DiffMode[] = ['words', 'lines', 'json'];

/** Shows how the replies differ from the baseline. */
function DiffControls() {
  const t = useStrings().compare.head;
  const { isDiff, diffMode } = useView();
  return (
    <>
      <Switch checked={isDiff} onCheckedChange={(on) => useView.setState({ isDiff: on })} label={t.diff} />
      {isDiff && (
        <Select<DiffMode>
          label={t.diffMode}
          size="sm"
          value={diffMode}
          onValueChange={(next) => useView.setState({ diffMode: next })}
          options={diffModes.map((value) => ({ value, label: t.diffModes[value] }))}
          width={92}
        />
      )}
    </>
  );
}

function FiguresSwitch() {
  const t = useStrings().compare.head;
  const hasFigures = useView((view) => view.hasFigures);
  return (
    <Switch checked={hasFigures} onCheckedChange={(on) => useView.setState({ hasFigures: on })} label={t.figures} />
  );
}

/** Returns a function that adds lanes which send to what is selected for the page. */
function useAddLanes() {
  const { connection, key } = useActive();
  return (lanes: readonly Partial<Comparison['lanes'][number]>[]) => {
    if (!connection) return;
    const place = { connectionId: connection.id, keyId: key?.id ?? null };
    changeComparison((now) =>
      withLanes(
        now,
        lanes.map((lane) => newLane(newId(), { ...place, ...lane })),
      ),
    );
  };
}

/** Adds a lane for a model, or for each of several. */
function AddLane({ comparison }: { comparison: Comparison }) {
  const t = useStrings().compare;
  const { connection, key } = useActive();
  const addLanes = useAddLanes();
  const { lanes } = comparison;
  const isFull = lanes.length >= maxLanes;
  const here = lanes.filter(({ connectionId }) => connectionId === connection?.id);
  const ids = [...new Set(here.map(({ model }) => model))];
  const button = (
    <Button
      size="sm"
      icon={<Icon of={Plus} size="s" />}
      data-place="add-lane"
      disabledReason={isFull ? t.full(maxLanes) : undefined}
    >
      {t.addLane}
    </Button>
  );
  if (isFull) return button;
  return (
    <ModelPopover
      label={t.addLane}
      align="end"
      trigger={button}
      connectionId={connection?.id}
      keyId={key?.id}
      routeId="chat.completions"
      value=""
      onValueChange={(model) => addLanes([{ model }])}
      several={{
        ids,
        most: maxLanes,
        onIdsChange(next) {
          addLanes(next.filter((id) => !ids.includes(id)).map((model) => ({ model })));
          for (const { id, model } of here) if (!next.includes(model)) changeComparison((now) => withoutLane(now, id));
        },
      }}
      nextFocus={workField}
    />
  );
}

function Export({ run, act }: { run: CompareRun; act: Act }) {
  const t = useStrings().compare;
  return (
    <Menu
      align="end"
      trigger={<IconButton label={t.export} size="sm" icon={<Icon of={Download} size="s" />} />}
      items={compareForms.map((form: CompareForm) => ({
        kind: 'action',
        id: form,
        label: t.exportAs[form],
        onSelect: () => void act.run(() => exportRun(run.id, form)),
      }))}
    />
  );
}

const Mirror = lazyPart(async () => (await import('./mirror/mirror.tsx')).Mirror);
const FiguresTable = lazyPart(async () => (await import('./results/figures-table.tsx')).FiguresTable);

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
