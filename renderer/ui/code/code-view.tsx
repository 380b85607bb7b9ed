import { ArrowDown, ArrowUp, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useRowWindow } from '../lists/use-row-window.ts';
import { CodeLine, type RowMark } from './code-line.tsx';
import s from './code-view.module.css';
import { type FoundText, useFind } from './find-in-text.ts';
import { type LineIndex, useLineIndex } from './line-index.ts';

interface CodeViewProps {
  text: string;
  language?: 'text' | 'json' | undefined;
  /** Breaks lines at the right edge; without it a line breaks after 2,000 characters and the view scrolls sideways. */
  wrap?: boolean | undefined;
  label: string;
  /** Makes Ctrl+F search here. */
  findLabels?: FindLabels | undefined;
  className?: string | undefined;
}

const rowPx = 18;
const longLine = 2000;
const paddingPx = 24;

/**
 * Text of any size, read-only: only the visible rows exist, lines are found in slices, only visible rows are colored.
 */
export function CodeView({ text, language = 'text', wrap, label, findLabels, className }: CodeViewProps) {
  const [charPx, measureRef] = useMonoWidth();
  const [columns, setColumns] = useState(wrap ? 80 : longLine);
  const { index, rows } = useLineIndex(text, columns);
  const window = useRowWindow(rows, rowPx);
  const [query, setQuery] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = useFind(text, query ?? '');
  const [wholeSelected, setWholeSelected] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const fitting = wrap ? Math.max(20, Math.floor((window.viewWidthPx - paddingPx) / charPx)) : longLine;
  if (window.viewWidthPx > 0 && fitting !== columns) setColumns(fitting);

  const step = (direction: 1 | -1) => {
    const total = found.offsets.length;
    if (total === 0) return;
    const next = at === 0 ? (direction === 1 ? 1 : total) : ((at - 1 + direction + total) % total) + 1;
    setAt(next);
    window.scrollToRow(index.rowAt(found.offsets[next - 1] ?? 0), 'center');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === 'f' && findLabels) {
      event.preventDefault();
      setQuery(query ?? '');
      // The bar is in the page only after this event.
      requestAnimationFrame(() => input.current?.select());
    } else if (command && event.key === 'a' && event.target === event.currentTarget) {
      event.preventDefault();
      setWholeSelected(true);
    } else if (!command && event.key !== 'Shift') setWholeSelected(false);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (!wholeSelected) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };
  const close = () => {
    setQuery(null);
    setAt(0);
    window.viewport?.focus();
  };

  const drawn = Array.from({ length: Math.max(0, window.last - window.first) }, (_, i) => window.first + i);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys belong to the region inside
    <div className={classes(s.frame, className)} onKeyDown={onKeyDown}>
      {query !== null && findLabels && (
        <div className={s.find}>
          <FindBar
            inputRef={input}
            query={query}
            onQueryChange={(next) => {
              setQuery(next);
              setAt(0);
            }}
            at={at}
            total={found.offsets.length}
            more={found.isCapped || !found.isComplete}
            onStep={step}
            onClose={close}
            labels={findLabels}
          />
        </div>
      )}
      <section
        ref={window.viewportRef}
        className={classes(s.view, wholeSelected && s.whole)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onCopy={onCopy}
        onPointerDown={() => setWholeSelected(false)}
      >
        <span ref={measureRef} className={s.probe} aria-hidden>
          {monoProbe}
        </span>
        <div className={s.spacer} style={{ height: window.spacerPx }}>
          <pre className={s.rows} style={{ transform: `translateY(${window.offsetPx}px)` }}>
            {drawn.map((row) => (
              <div key={row} className={classes(s.row, index.continues(row) && s.continued)}>
                <CodeLine text={index.row(row)} language={language} marks={marksOf(index, row, found, at)} />
                {'\n'}
              </div>
            ))}
          </pre>
        </div>
      </section>
    </div>
  );
}

/** Returns the matches that touch a row. Matches are sorted, so the first is found by binary search. */
function marksOf(index: LineIndex, row: number, found: FoundText, at: number): RowMark[] {
  const from = index.start(row);
  const to = index.start(row + 1);
  const { offsets, lengths } = found;
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) + (lengths[middle] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const marks: RowMark[] = [];
  for (let match = low; match < offsets.length && (offsets[match] ?? 0) < to; match += 1) {
    const start = (offsets[match] ?? 0) - from;
    marks.push({ from: start, to: start + (lengths[match] ?? 0), current: match === at - 1 });
  }
  return marks;
}

interface FindLabels {
  find: string;
  next: string;
  previous: string;
  close: string;
  /** "3 of 214", or "214 and more"; `at` is 0 before the first step. */
  count: (at: number, total: number, more: boolean) => string;
}

interface FindBarProps {
  query: string;
  onQueryChange: (query: string) => void;
  at: number;
  total: number;
  more: boolean;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
  labels: FindLabels;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** The search row over a long text. Enter is next, Shift+Enter previous, Escape closes. */
function FindBar({ query, onQueryChange, at, total, more, onStep, onClose, labels, inputRef }: FindBarProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={s.findBar}>
      <span className={s.query}>
        <TextField
          ref={inputRef}
          size="sm"
          mono
          aria-label={labels.find}
          placeholder={labels.find}
          value={query}
          onValueChange={onQueryChange}
          onKeyDown={onKeyDown}
        />
      </span>
      <span className={s.count} role="status">
        {query === '' ? '' : labels.count(at, total, more)}
      </span>
      <IconButton size="sm" label={labels.previous} icon={<Icon of={ArrowUp} size="s" />} onClick={() => onStep(-1)} />
      <IconButton size="sm" label={labels.next} icon={<Icon of={ArrowDown} size="s" />} onClick={() => onStep(1)} />
      <IconButton size="sm" label={labels.close} icon={<Icon of={X} size="s" />} onClick={onClose} />
    </search>
  );
}

/** Text of the element that is measured; its length is the divisor. */
const monoProbe = '0'.repeat(100);

/** The width of one mono character in px. The ref goes on an invisible element that holds `monoProbe`. */
function useMonoWidth(): [number, RefCallback<HTMLElement>] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [widthPx, setWidthPx] = useState(7.2);
  useEffect(() => {
    if (!element) return;
    const read = () => {
      const measured = element.getBoundingClientRect().width / monoProbe.length;
      if (measured > 0) setWidthPx(measured);
    };
    // The font may arrive after the first paint, and zoom changes what a px is.
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [widthPx, setElement];
}
