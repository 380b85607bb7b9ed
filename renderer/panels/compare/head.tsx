import { Download, Plus } from 'lucide-react';
import type { CompareRun } from '#shared/contract/compare.ts';
import { type CompareForm, compareForms } from '#shared/contract/compare-words.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../lib/gateway/models/model-popover.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { workField } from '../../lib/navigation/work-field.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import {
  type Comparison,
  maxLanes,
  newLane,
  routeForModel,
  titleOf,
  withLanes,
  withoutLane,
} from './model/comparison.ts';
import s from './panel.module.css';
import { Resume } from './plan/resume.tsx';
import { isFailed } from './runs.ts';
import {
  changeComparison,
  type DiffMode,
  exportRun,
  newId,
  type RunAct,
  rerunCells,
  useView,
  type View,
  type ViewProps,
} from './store.ts';

/** Name, progress and actions of the comparison. */
export function Head({ comparison, shown, act }: ViewProps) {
  const t = useStrings().compare;
  const view = useView((state) => state.view);
  const failed = shown?.cells.filter(isFailed).map(({ id }) => id) ?? [];
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
          onValueChange={(next) =>
            // The judge grades what was shown before.
            useView.setState({ view: next, ...(next === 'judge' && { judged: view === 'sheet' ? 'sheet' : 'lanes' }) })
          }
          options={views.map((value) => ({ value, label: t.views[value] }))}
        />
      )}
      <span className="space" />
      {run && view !== 'sheet' && view !== 'judge' && (
        <span className={s.progress} role="status">
          {run.state === 'running' ? t.doneOf(run.ended, run.cells) : t.runStates[run.state]}
        </span>
      )}
      {view === 'lanes' && run && failed.length > 0 && (
        <Button size="sm" onClick={() => void act.run(() => rerunCells(run.id, failed))}>
          {t.retryFailed(failed.length)}
        </Button>
      )}
      {view === 'lanes' && shown && <Resume shown={shown} act={act} />}
      {view === 'lanes' && comparison.lanes.length > 1 && <DiffControls />}
      {(view === 'lanes' || view === 'sheet') && (
        <Select
          label={t.head.repeat}
          size="sm"
          value={String(comparison.repeats)}
          onValueChange={(count) => changeComparison((now) => ({ ...now, repeats: Number(count) }))}
          options={repeatCounts.map((count) => ({ value: String(count), label: t.head.repeats(count) }))}
          width={116}
        />
      )}
      {view === 'lanes' && run && <FiguresSwitch />}
      <AddLane comparison={comparison} />
      {run && <Export run={run} againstRunId={view === 'sheet' ? comparison.againstRunId : null} act={act} />}
    </header>
  );
}

const views: readonly View[] = ['lanes', 'sheet', 'mirror', 'votes', 'judge'];
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
export function useAddLanes() {
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
      routeId={lanes.at(-1)?.routeId ?? 'chat.completions'}
      value=""
      onValueChange={(model) => addLanes([{ model, routeId: routeForModel(model) }])}
      several={{
        ids,
        most: maxLanes,
        onIdsChange(next) {
          addLanes(next.filter((id) => !ids.includes(id)).map((model) => ({ model, routeId: routeForModel(model) })));
          for (const { id, model } of here) if (!next.includes(model)) changeComparison((now) => withoutLane(now, id));
        },
      }}
      nextFocus={workField}
    />
  );
}

function Export({ run, againstRunId, act }: { run: CompareRun; againstRunId: string | null; act: RunAct }) {
  const t = useStrings().compare;
  return (
    <Menu
      align="end"
      trigger={<IconButton label={t.export} size="sm" icon={<Icon of={Download} size="s" />} />}
      items={compareForms.map((form: CompareForm) =>
        menuAction(
          form,
          t.exportAs[form],
          () => void act.run(() => exportRun({ runId: run.id, form, ...(againstRunId !== null && { againstRunId }) })),
        ),
      )}
    />
  );
}
