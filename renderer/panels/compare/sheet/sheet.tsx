import { Plus, RotateCw, Square, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { JudgingState } from '../judge/grade-list.tsx';
import { activeLanes } from '../model/comparison.ts';
import {
  cellsByRow,
  editedRows,
  isBad,
  isOutdated,
  missingInAssertions,
  variablesFor,
  withEmptyRow,
} from '../model/run-input.ts';
import { Resume, useUsed } from '../plan/resume.tsx';
import { isFailed } from '../runs.ts';
import { changeComparison, newId, rerunCells, stopRun, type ViewProps } from '../store.ts';
import { Assertions } from './assertions.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { RowDetail } from './row-detail.tsx';
import s from './sheet.module.css';
import { AgainstSelect, SheetHead, SheetRowView, useAgainst } from './sheet-rows.tsx';

const inBraces = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** A table of inputs: each row fills the variables of the prompt, each lane replies to each row. */
export function Sheet({ comparison, shown, act }: ViewProps) {
  const t = useStrings().compare.sheet;
  const [isImporting, setImporting] = useState(false);
  const [filter, setFilter] = useState<'all' | 'failed' | 'changed' | 'edited'>('all');
  const against = useAgainst(comparison, shown);
  const [openRow, setOpenRow] = useState<string | null>(null);
  const { rows, columns } = comparison;
  const lanes = activeLanes(comparison);
  const cells = shown?.cells;
  const byRow = useMemo(() => cellsByRow(cells ?? []), [cells]);
  const { names, missing } = variablesFor(comparison);
  const unknown = missingInAssertions(comparison);
  const edited = editedRows(comparison, shown?.run.input.rows ?? []);
  const tests: Record<typeof filter, (rowId: string) => boolean> = {
    all: () => true,
    failed: (rowId) => [...(byRow.get(rowId)?.values() ?? [])].flat().some(isBad),
    changed: (rowId) => against.changeOf(rowId) !== null,
    edited: (rowId) => edited.has(rowId),
  };
  const filters = [
    'all' as const,
    'failed' as const,
    ...(against.lanes.length > 0 ? ['changed' as const] : []),
    ...(edited.size > 0 ? ['edited' as const] : []),
  ];
  const shownFilter = filters.includes(filter) ? filter : 'all';
  const listed = rows.map((row, at) => ({ row, at })).filter(({ row }) => tests[shownFilter](row.id));
  const selected = rows.find(({ id }) => id === openRow);
  const dialog = isImporting && <ImportDialog comparison={comparison} onClose={() => setImporting(false)} />;
  if (rows.length === 0)
    return (
      <div className={s.empty}>
        <EmptyState
          title={t.emptyTitle}
          level={2}
          actions={
            <>
              <Button intent="primary" onClick={() => setImporting(true)}>
                {t.import}
              </Button>
              <Button onClick={() => changeComparison((now) => withEmptyRow(now, newId()))}>{t.addRow}</Button>
            </>
          }
        >
          {names.length > 0 ? t.emptyFor(inBraces(names)) : t.emptyBody}
        </EmptyState>
        {dialog}
      </div>
    );
  return (
    <div className={s.sheet}>
      <RunBar comparison={comparison} shown={shown} edited={edited} act={act} />
      <div className={s.bar}>
        <Assertions comparison={comparison} />
        <span className="space" />
        {shown && <AgainstSelect comparison={comparison} />}
        {shown && (
          <Select
            label={t.show}
            size="sm"
            value={shownFilter}
            onValueChange={setFilter}
            options={filters.map((value) => ({ value, label: t.filters[value] }))}
            width={124}
          />
        )}
        <Button size="sm" icon={<Icon of={Upload} size="s" />} onClick={() => setImporting(true)}>
          {t.import}
        </Button>
        <Button
          size="sm"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => {
            const id = newId();
            changeComparison((now) => withEmptyRow(now, id));
            setOpenRow(id);
          }}
        >
          {t.addRow}
        </Button>
      </div>
      {missing.length > 0 && <p className={s.warning}>{t.missing(inBraces(missing))}</p>}
      {unknown.length > 0 && <p className={s.warning}>{t.missingInAssertions(inBraces(unknown))}</p>}
      <SheetHead
        columns={columns}
        lanes={lanes}
        comparison={comparison}
        run={shown?.run ?? null}
        changes={against.lanes}
      />
      <VirtualList
        label={t.label}
        items={listed}
        itemKey={({ row }) => row.id}
        rowHeight={46}
        selectedKey={openRow}
        onSelect={({ row }) => setOpenRow(row.id)}
        empty={<p className={s.warning}>{t.noneFailed}</p>}
        renderItem={({ row, at }) => (
          <SheetRowView
            row={row}
            at={at}
            columns={columns}
            lanes={lanes}
            cells={byRow.get(row.id)}
            isEdited={edited.has(row.id)}
            changes={against.lanes}
          />
        )}
      />
      {selected && (
        <RowDetail
          key={selected.id}
          comparison={comparison}
          row={selected}
          at={rows.indexOf(selected)}
          run={shown?.run ?? null}
          cells={byRow.get(selected.id)}
          isEdited={edited.has(selected.id)}
          act={act}
          onClose={() => setOpenRow(null)}
        />
      )}
      {dialog}
    </div>
  );
}

/** The plan before a run, its progress while it runs, and how to go on when it has ended. */
function RunBar({ comparison, shown, edited, act }: ViewProps & { edited: ReadonlySet<string> }) {
  const t = useStrings().compare.sheet;
  const run = shown?.run ?? null;
  const requests = comparison.rows.length * activeLanes(comparison).length * comparison.repeats;
  const idsOf = (test: (cell: CellHead) => boolean) => shown?.cells.filter(test).map(({ id }) => id) ?? [];
  const failed = idsOf(isFailed);
  const unsent = idsOf(({ state }) => state === 'skipped' || state === 'cancelled');
  return (
    <div className={s.bar}>
      {run && <RunState run={run} open={unsent.length} />}
      {run?.judging && <JudgingState judging={run.judging} />}
      <span className="quiet">
        {t.size(comparison.rows.length, activeLanes(comparison).length, comparison.repeats, formatNumber(requests))}
      </span>
      <span className="space" />
      {run && run.state !== 'running' && isOutdated(comparison, run.input) && (
        <span className={s.warn}>{t.outdated}</span>
      )}
      {run && run.state !== 'running' && edited.size > 0 && (
        <Button
          size="sm"
          icon={<Icon of={RotateCw} size="xs" />}
          onClick={() =>
            void act.run(() =>
              rerunCells(
                run.id,
                idsOf(({ rowId }) => edited.has(rowId)),
                { rows: comparison.rows.filter(({ id }) => edited.has(id)) },
              ),
            )
          }
        >
          {t.rerunEdited(edited.size)}
        </Button>
      )}
      {run && failed.length > 0 && (
        <Button
          size="sm"
          icon={<Icon of={RotateCw} size="xs" />}
          onClick={() => void act.run(() => rerunCells(run.id, failed))}
        >
          {t.rerunFailed(failed.length)}
        </Button>
      )}
      {shown && <Resume shown={shown} act={act} />}
      {(run?.state === 'running' || run?.judging?.state === 'running') && (
        <Button
          size="sm"
          intent="stop"
          icon={<Icon of={Square} size="xs" />}
          onClick={() => void act.run(() => stopRun(run.id))}
        >
          {t.stop}
        </Button>
      )}
    </div>
  );
}

/** @param open how many cells were stopped or not sent. */
function RunState({ run, open }: { run: CompareRun; open: number }) {
  const t = useStrings().compare;
  const { state, ended, cells, callsMade } = run;
  const used = useUsed(run);
  return (
    <>
      <span className="num" role="status">
        {t.doneOf(ended - open, cells)}
      </span>
      {state === 'running' && (
        <span className={s.progress}>
          <Progress value={cells === 0 ? null : ended / cells} label={t.sheet.progress} />
        </span>
      )}
      {state !== 'running' && state !== 'done' && <span className={s.warn}>{t.sheet.ended[state]}</span>}
      {callsMade > 0 && <span className="quiet">{t.sheet.used(used)}</span>}
    </>
  );
}
