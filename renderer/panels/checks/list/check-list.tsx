import { Plus } from 'lucide-react';
import type { CheckRunSummary, CheckSet } from '#shared/contract/checks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { MiniBars } from '../../../ui/diagrams/mini-bars.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { ListNote } from '../../../ui/lists/list-pane.tsx';
import { ListCaption, ListRow } from '../../../ui/lists/list-row.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { useLive } from '../live-checks.ts';
import { setupFrom } from '../model/setup.ts';
import { countGroups } from '../model/verdicts.ts';
import { type Shown, useShown } from '../shown.ts';
import { changeView, openNewCheck, openRun, openSetup } from '../view.ts';
import { nameOf, runStateWord } from '../words.ts';
import s from './check-list.module.css';

type Item =
  | { kind: 'caption'; id: string; text: string }
  | { kind: 'running' | 'run'; id: string; run: CheckRunSummary }
  | { kind: 'set'; id: string; set: CheckSet; last: CheckRunSummary | undefined };

/** The running check, the saved sets, and the results of earlier runs. */
export function CheckList() {
  const t = useStrings().checks.list;
  const words = useStrings().checks.title;
  const shown = useShown();
  return (
    <>
      <PaneHead title={words}>
        <IconButton
          label={t.add}
          size="sm"
          icon={<Icon of={Plus} />}
          disabled={shown === null}
          onClick={() => shown && openNewCheck(shown.connection.id)}
        />
      </PaneHead>
      {shown?.runs && <Rows shown={shown} runs={shown.runs} />}
    </>
  );
}

function Rows({ shown, runs }: { shown: Shown; runs: readonly CheckRunSummary[] }) {
  const t = useStrings().checks;
  const { connection, view, sets } = shown;
  const selectedSet = sets.find(({ id }) => id === view.setId);
  const running = runs.filter(({ state }) => state === 'running');
  const history = runs.filter(
    ({ state, setId }) => state !== 'running' && (selectedSet === undefined || setId === selectedSet.id),
  );
  const items: Item[] = [
    ...under(
      t.list.running,
      running.map((run) => ({ kind: 'running', id: `run ${run.id}`, run })),
    ),
    ...under(
      t.list.sets,
      sets.map((set) => ({ kind: 'set', id: `set ${set.id}`, set, last: runs.find(({ setId }) => setId === set.id) })),
    ),
    ...under(
      selectedSet ? t.list.historyOfSet : t.list.historyOf(connection.name),
      history.map((run) => ({ kind: 'run', id: `run ${run.id}`, run })),
    ),
  ];
  const open = (item: Item) => {
    if (item.kind === 'caption') return;
    if (item.kind !== 'set') openRun(connection.id, item.run.id);
    else {
      changeView(connection.id, { setId: item.set.id });
      if (item.last) openRun(connection.id, item.last.id);
      else openSetup(connection.id, setupFrom(item.set.input, item.set.id));
    }
  };
  if (items.length === 0) return <ListNote>{t.list.empty}</ListNote>;
  return (
    <VirtualList
      className={s.list}
      label={t.title}
      items={items}
      itemKey={({ id }) => id}
      rowHeight={({ kind }) => (kind === 'caption' ? 30 : 52)}
      isCaption={({ kind }) => kind === 'caption'}
      selectedKey={selectedKey(shown)}
      onSelect={open}
      renderItem={(item, { selected }) => <Row item={item} selected={selected} setId={view.setId} />}
    />
  );
}

const under = (text: string, items: Item[]): Item[] =>
  items.length === 0 ? [] : [{ kind: 'caption', id: `caption ${text}`, text }, ...items];

function selectedKey({ what, runId, view }: Shown): string | null {
  if (what === 'run') return `run ${runId}`;
  return view.setId === null ? null : `set ${view.setId}`;
}

function Row({ item, selected, setId }: { item: Item; selected: boolean; setId: string | null }) {
  const t = useStrings().checks.list;
  if (item.kind === 'caption') return <ListCaption>{item.text}</ListCaption>;
  if (item.kind === 'set') {
    const { name, input, id } = item.set;
    const sizes = t.routesByKeys(input.routeIds.length || null, input.keyIds.length || null);
    return (
      <ListRow
        title={name}
        selected={selected}
        trailing={id === setId && !selected ? <span className={s.mark} /> : undefined}
        meta={<SetMeta sizes={sizes} level={input.level} />}
      />
    );
  }
  const { run } = item;
  if (item.kind === 'running') return <RunningRun run={run} selected={selected} />;
  return <PastRun run={run} selected={selected} named={setId === null} />;
}

function RunningRun({ run, selected }: { run: CheckRunSummary; selected: boolean }) {
  const t = useStrings().checks;
  const { ended, cells } = useLive(run.id)?.summary ?? run;
  return (
    <ListRow
      title={nameOf(run, t)}
      leading={<Led state="live" />}
      selected={selected}
      meta={<span className="num">{t.list.ofCells(ended, cells)}</span>}
    />
  );
}

function SetMeta({ sizes, level }: { sizes: string; level: CheckSet['input']['level'] }) {
  const t = useStrings().checks.levels;
  return (
    <span className="cut-text">
      {sizes} · {t[level].name.toLowerCase()}
    </span>
  );
}

function PastRun({ run, selected, named }: { run: CheckRunSummary; selected: boolean; named: boolean }) {
  const words = useStrings();
  const t = words.checks;
  const dates = useDates();
  const { works, exists, odd, limited, refused, absent } = countGroups(run.verdicts);
  const asked = works + exists + odd + limited + refused + absent;
  const when = dates.formatWhen(run.startedAt);
  return (
    <ListRow
      selected={selected}
      leading={
        <MiniBars
          values={[works, exists, odd, limited, refused, absent]}
          fadedFrom={1}
          label={t.list.bars(works, exists, asked)}
        />
      }
      title={named && run.name ? nameOf(run, t) : when}
      trailing={
        run.isBaseline ? (
          <Badge>{t.list.baseline}</Badge>
        ) : run.state === 'done' ? undefined : (
          <Badge intent="warn">{runStateWord(run.state, words)}</Badge>
        )
      }
      meta={
        <span className="cut-text num">
          {named && run.name ? `${when} · ` : ''}
          {t.list.work(works)}
          {exists > 0 && ` · ${t.list.exist(exists)}`}
          {run.changed > 0 && ` · ${t.list.changed(run.changed)}`}
        </span>
      }
    />
  );
}
