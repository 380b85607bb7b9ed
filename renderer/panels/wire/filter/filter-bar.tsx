import { ChevronDown, ClipboardPaste, Columns3, Download, FolderOpen, Search } from 'lucide-react';
import { useRef } from 'react';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { openFileToOpen } from '../../../lib/files/files-to-open.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { useSaveHar } from '../acts.ts';
import { selectRange, type TimeRange, useWireLook, useWireState, wire } from '../store.ts';
import { columns, savedColumns, withColumn } from '../table/columns.ts';
import s from './filter-bar.module.css';
import { filterNames, setFilterWord, withoutWord } from './filter-grammar.ts';
import { Sections } from './sections.tsx';
import type { WireFilter } from './use-wire-filter.ts';

const ranges: readonly TimeRange[] = ['all', 'hour', 'day', 'week', 'month'];
const everything = '';

/** The sections, the view, and the actions for everything shown. */
export function WireHead({ filter }: { filter: WireFilter }) {
  const t = useStrings().wirePanel;
  const view = useWireLook((look) => look.view);
  const selected = useWireState((state) => state.selected.size);
  const har = useSaveHar();
  return (
    <header className={s.top}>
      <h1>{t.title}</h1>
      <Sections counts={filter.counts} />
      <span className="space" />
      <Segmented
        label={t.views.label}
        value={view}
        onValueChange={(next) => useWireLook.setState({ view: next })}
        options={[
          { value: 'list', label: t.views.list },
          { value: 'waterfall', label: t.views.waterfall },
        ]}
      />
      <IconButton
        label={t.paste}
        intent="plain"
        size="sm"
        icon={<Icon of={ClipboardPaste} size="s" />}
        onClick={() => wire.setState({ isPasting: true })}
      />
      <IconButton
        label={t.openHar}
        intent="plain"
        size="sm"
        icon={<Icon of={FolderOpen} size="s" />}
        onClick={() => void openHar()}
      />
      <Button
        {...tip(t.harTip(selected))}
        size="sm"
        icon={<Icon of={Download} size="s" />}
        busy={har.busy}
        onClick={() => void har.save()}
      >
        {t.har}
      </Button>
    </header>
  );
}

/** Filter field, menus for time, key and route, and the columns. */
export function FilterBar({ filter }: { filter: WireFilter }) {
  const t = useStrings().wirePanel;
  const { view, range } = useWireLook();
  const text = useWireState((state) => state.text);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('wire.filter', () => field.current?.focus());
  const put = (name: string, value: string) =>
    wire.setState({ text: setFilterWord(text, name, value === everything ? null : value) });
  return (
    <>
      <search className={s.bar}>
        <span className={s.field}>
          <TextField
            ref={field}
            value={text}
            onValueChange={(next) => wire.setState({ text: next })}
            icon={<Icon of={Search} size="s" />}
            placeholder={t.filter.placeholder}
            aria-label={t.filter.label}
            title={t.filter.help}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && text !== '') {
                event.preventDefault();
                wire.setState({ text: '' });
              }
            }}
          />
        </span>
        <MenuChip
          label={t.filter.range}
          value={range}
          options={ranges.map((value) => ({ value, label: t.filter.ranges[value] }))}
          onValueChange={(value) => selectRange(value as TimeRange)}
          isOn={range !== 'all'}
        />
        <MenuChip
          label={t.filter.key}
          value={filter.filter.keyAlias ?? everything}
          options={[
            { value: everything, label: t.filter.anyKey },
            ...(filter.counts?.keyAliases ?? []).map((alias) => ({ value: alias, label: alias })),
          ]}
          onValueChange={(value) => put('key', value)}
          isOn={filter.filter.keyAlias !== undefined}
        />
        <MenuChip
          label={t.filter.route}
          value={filter.filter.routeId ?? everything}
          options={[{ value: everything, label: t.filter.anyRoute }, ...routeOptions(filter)]}
          onValueChange={(value) => put('route', value)}
          isOn={filter.filter.routeId !== undefined}
        />
        {view === 'list' && <ColumnMenu />}
      </search>
      <TypedFilters filter={filter} text={text} />
    </>
  );
}

/** Selects the columns of the list. */
function ColumnMenu() {
  const t = useStrings().wirePanel.table;
  const saved = useWireLook((look) => look.columns);
  const selected = savedColumns(saved);
  return (
    <Menu
      align="end"
      items={[
        ...columns
          .filter((column) => column !== 'path')
          .map((column) => ({
            kind: 'check' as const,
            id: column,
            label: t.columns[column],
            checked: selected.includes(column),
            onCheckedChange: (isOn: boolean) => useWireLook.setState({ columns: withColumn(saved, column, isOn) }),
          })),
        { kind: 'separator', id: 'end' },
        menuAction('reset', t.resetColumns, () => useWireLook.setState({ columns: '' })),
      ]}
      trigger={<IconButton label={t.selectColumns} size="sm" icon={<Icon of={Columns3} size="s" />} />}
    />
  );
}

/** Returns the routes that were used, and the selected one. */
function routeOptions({ counts, filter }: WireFilter) {
  return routeIds
    .filter((id) => (counts?.byRoute[id] ?? 0) > 0 || id === filter.routeId)
    .map((id: RouteId) => ({ value: id, label: id, hint: routes[id].path }));
}

/** The typed `name:value` filters as they were understood; each can be removed. */
function TypedFilters({ filter: { understood, wrong, unknown }, text }: { filter: WireFilter; text: string }) {
  const t = useStrings().wirePanel.filter;
  if (understood.length + wrong.length + unknown.length === 0) return null;
  const remove = (typed: string) => wire.setState({ text: withoutWord(text, typed) });
  return (
    <div className={s.chips} role="status">
      {understood.map(({ typed, name, value }) => (
        <Chip key={typed} pressed onRemove={() => remove(typed)} removeLabel={t.remove(typed)}>
          {t.names[name]} <b>{value}</b>
        </Chip>
      ))}
      {wrong.map(({ typed }) => (
        <Chip key={typed} onRemove={() => remove(typed)} removeLabel={t.remove(typed)}>
          <span className={s.wrong}>{t.wrong(typed)}</span>
        </Chip>
      ))}
      {wrong.length > 0 && <span className={s.wrong}>{t.wrongHint}</span>}
      {unknown.map(({ typed, name }) => (
        <Chip key={typed} onRemove={() => remove(typed)} removeLabel={t.remove(typed)}>
          <span className={s.wrong}>{t.unknown(name)}</span>
        </Chip>
      ))}
      {unknown.length > 0 && <span className={s.wrong}>{t.unknownHint(filterNames.join(', '))}</span>}
    </div>
  );
}

async function openHar(): Promise<void> {
  const [file] = await chooseFiles({ accept: '.har', multiple: false });
  if (!file) return;
  const { fileToOpen } = await import('../../../lib/files/read-dropped.ts');
  const opened = fileToOpen(file);
  if (opened) openFileToOpen(opened);
}

interface MenuChipProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; hint?: string | undefined }[];
  onValueChange: (value: string) => void;
  /** The filter is active: a value other than the first is selected. */
  isOn: boolean;
}

/** A filter selected from a menu; its current value is its label. */
function MenuChip({ label, value, options, onValueChange, isOn }: MenuChipProps) {
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Menu
      items={[{ kind: 'radio', id: 'options', label, value, options, onValueChange }]}
      trigger={
        <button type="button" className={classes(s.menuChip, isOn && s.on)} aria-label={`${label}: ${shown}`}>
          <span className="cut-text">{shown}</span>
          <Icon of={ChevronDown} size="xs" />
        </button>
      }
    />
  );
}
