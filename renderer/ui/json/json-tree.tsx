import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { classes } from '../base/class-names.ts';
import { withSigns } from '../base/hidden-signs.tsx';
import { Icon } from '../base/icon.tsx';
import syntax from '../base/syntax.module.css';
import { copyText } from '../controls/copy-text.ts';
import { useRowWindow } from '../lists/use-row-window.ts';
import { ContextMenu } from '../overlays/context-menu.tsx';
import type { MenuItem } from '../overlays/menu.tsx';
import { menuAction } from '../overlays/menu-action.ts';
import s from './json-tree.module.css';
import { type JsonRow, treeMove, visibleRows } from './json-tree-model.ts';

interface JsonTreeLabels extends JsonValueLabels {
  copyPath: string;
  copyValue: string;
}

interface JsonTreeProps {
  value: unknown;
  label: string;
  labels: JsonTreeLabels;
  /** Containers above this depth start open. */
  expandDepth?: number | undefined;
  /** Called after a path or value was copied, or could not be written as text. */
  onCopy?: ((what: 'path' | 'value', done: boolean) => void) | undefined;
  className?: string | undefined;
}

const rowPx = 20;

/**
 * A parsed JSON value to open and close. Arrows move, right opens, left closes, * opens all siblings,
 * Ctrl+C copies the value and Ctrl+Shift+C the path of the active row.
 */
export function JsonTree({ value, label, labels, expandDepth = 2, onCopy, className }: JsonTreeProps) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState('$');
  const treeId = useId();
  const isExpanded = (id: string, depth: number) => depth < expandDepth !== turned.has(id);
  const rows = visibleRows(value, isExpanded);
  const window = useRowWindow(rows.length, rowPx);
  const found = rows.findIndex((row) => row.id === activeId);
  const active = Math.max(0, found);

  const turn = (ids: readonly string[]) => {
    const next = new Set(turned);
    for (const id of ids) if (!next.delete(id)) next.add(id);
    setTurned(next);
  };
  const copy = (what: 'path' | 'value', row: JsonRow | undefined) => {
    if (!row) return;
    let text: string;
    try {
      text = what === 'path' ? row.path : jsonText(row);
    } catch {
      // The value is nested deeper than the engine can serialize.
      onCopy?.(what, false);
      return;
    }
    void copyText(text).then((done) => done && onCopy?.(what, true));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'c' || (getSelection()?.toString() ?? '') !== '') return;
      event.preventDefault();
      copy(event.shiftKey ? 'path' : 'value', rows[active]);
      return;
    }
    const move = treeMove(event.key, rows, active, Math.max(1, Math.floor(window.visibleRows) - 1));
    if (!move) return;
    event.preventDefault();
    if ('to' in move) {
      setActiveId(rows[move.to]?.id ?? '$');
      window.scrollToRow(move.to);
    } else turn('openAll' in move ? move.openAll : ['open' in move ? move.open : move.close]);
  };
  const menu: MenuItem[] = [
    menuAction('value', labels.copyValue, () => copy('value', rows[active])),
    menuAction('path', labels.copyPath, () => copy('path', rows[active])),
  ];

  return (
    <ContextMenu items={menu}>
      <div
        ref={window.viewportRef}
        role="tree"
        aria-label={label}
        aria-activedescendant={active >= window.first && active < window.last ? `${treeId}-${active}` : undefined}
        tabIndex={0}
        className={classes(s.view, className)}
        onKeyDown={onKeyDown}
      >
        <div className={s.spacer} style={{ height: window.spacerPx }} role="presentation">
          <div className={s.rows} style={{ transform: `translateY(${window.offsetPx}px)` }} role="presentation">
            {rows.slice(window.first, window.last).map((row, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree around it
              // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names the active row
              <div
                key={row.id}
                id={`${treeId}-${window.first + i}`}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-posinset={row.place}
                aria-setsize={row.siblings}
                aria-expanded={row.expanded ?? undefined}
                aria-selected={window.first + i === active}
                className={classes(s.row, window.first + i === active && s.active)}
                style={{ paddingLeft: 8 + Math.min(row.depth, 40) * 16 }}
                onPointerDown={() => setActiveId(row.id)}
                onClick={() => row.expanded !== null && turn([row.id])}
              >
                <span className={s.arrow}>
                  {row.expanded !== null && <Icon of={row.expanded ? ChevronDown : ChevronRight} size="xs" />}
                </span>
                <JsonValue row={row} labels={labels} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </ContextMenu>
  );
}

function jsonText(row: JsonRow): string {
  return typeof row.value === 'string' ? row.value : JSON.stringify(row.value, null, 2);
}

interface JsonValueLabels {
  /** "12 items", for arrays. */
  items: (count: number) => string;
  /** "3 keys", for objects. */
  keys: (count: number) => string;
  /** Shown for a container that is nested too deep to open. */
  tooDeep: string;
}

/** The rest of a string is not drawn in a row; copying takes all of it. */
const shownChars = 600;

/** Key and value of one row of a tree. */
function JsonValue({ row, labels }: { row: JsonRow; labels: JsonValueLabels }) {
  return (
    <>
      {row.key !== null && (
        <span className={typeof row.key === 'number' || row.kind === 'range' ? s.place : classes(s.key, syntax.key)}>
          {typeof row.key === 'number' ? row.key : withSigns(row.key, 'code')}
        </span>
      )}
      <Content row={row} labels={labels} />
    </>
  );
}

function Content({ row, labels }: { row: JsonRow; labels: JsonValueLabels }) {
  const { kind, value, size } = row;
  if (row.tooDeep) return <span className={s.note}>{labels.tooDeep}</span>;
  switch (kind) {
    case 'range':
      return null;
    case 'array':
      return <span className={s.note}>{size === 0 ? '[]' : labels.items(size)}</span>;
    case 'object':
      return <span className={s.note}>{size === 0 ? '{}' : labels.keys(size)}</span>;
    case 'string': {
      const text = String(value);
      const quoted = JSON.stringify(text.length > shownChars ? text.slice(0, shownChars) : text);
      return (
        <span className={syntax.string}>{withSigns(text.length > shownChars ? `${quoted} …` : quoted, 'code')}</span>
      );
    }
    case 'number':
      return <span className={syntax.number}>{String(value)}</span>;
    default:
      return <span className={syntax.literal}>{String(value ?? null)}</span>;
  }
}
