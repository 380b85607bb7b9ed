import { standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldEffect, foldGutter, foldKeymap } from '@codemirror/language';
import { getSearchQuery, gotoLine, search, searchKeymap, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { hiddenInCode, nodesWithSigns, signAttributes } from '../base/hidden-signs.tsx';
import { look } from './code-mirror-look.ts';
import { indentJson, sourcePart } from './indent-json.ts';
import { childrenOf, containerAt } from './json-place.ts';

/** With these a view can be searched and folded. */
export interface CodeLabels {
  find: string;
  next: string;
  previous: string;
  matchCase: string;
  regexp: string;
  wholeWord: string;
  close: string;
  /** "3 of 214", or "214+"; `at` is 0 before the first step. */
  count: (at: number, total: number, more: boolean) => string;
  fold: string;
  unfold: string;
  /** "12 items", for a folded array. */
  items: (count: number) => string;
  /** "3 keys", for a folded object. */
  keys: (count: number) => string;
  /** "12,000 more characters", for the folded rest of a long string. */
  moreCharacters: (count: number) => string;
  copyPath: string;
  copyValue: string;
}

export interface CodeViewProps {
  text: string;
  language?: 'text' | 'json' | undefined;
  /** Shows JSON with a line for each value. Copying still gives the text as it is. */
  indented?: boolean | undefined;
  /** Breaks lines at the right edge; without it the view scrolls sideways. */
  wrap?: boolean | undefined;
  label: string;
  labels?: CodeLabels | undefined;
  /** Offers to copy the value at a place of the JSON, and its path; called after one of them was copied. */
  onCopy?: (() => void) | undefined;
  className?: string | undefined;
}

type Options = Pick<CodeViewProps, 'language' | 'indented' | 'wrap' | 'label' | 'labels'>;

/** Of a longer string in indented JSON only this much is shown at first, in characters; the rest is folded. */
const longString = 2000;
const shownOfLong = 600;
/** More folds would delay opening. */
const maxFolds = 500;

/** Opens a read-only view inside `parent`. */
export function openCode(parent: HTMLElement, text: string, options: Options) {
  let source = text;
  let shown = shownOf(text, options);
  const state = () =>
    EditorState.create({
      doc: shown,
      extensions: [
        extensionsOf(options),
        EditorView.clipboardOutputFilter.of((copied, { doc, selection: { main } }) => {
          const { from, to } = main.empty ? doc.lineAt(main.head) : main;
          return shown === source ? copied : sourcePart(source, shown, from, to);
        }),
      ],
    });
  const view = new EditorView({ parent, state: state() });
  const foldLong = () => {
    const effects = options.indented && options.labels ? longStrings(shown).map((range) => foldEffect.of(range)) : [];
    if (effects.length > 0) view.dispatch({ effects });
  };
  foldLong();
  return {
    view,
    /** Shows another text. One that has only grown keeps its place, selection and folds. */
    show(next: string) {
      if (next === source) return;
      const before = shown;
      source = next;
      shown = shownOf(next, options);
      if (before !== '' && shown.startsWith(before)) {
        view.dispatch({ changes: { from: view.state.doc.length, insert: shown.slice(before.length) } });
        return;
      }
      view.setState(state());
      view.scrollDOM.scrollTo(0, 0);
      foldLong();
    },
    destroy: () => view.destroy(),
  };
}

const shownOf = (text: string, { indented }: Options) => (indented && indentJson(text)) || text;

/** Returns the folded parts of long strings: all but their beginning and end. */
function longStrings(shown: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < shown.length && found.length < maxFolds; ) {
    const feed = shown.indexOf('\n', from);
    const to = feed < 0 ? shown.length : feed;
    if (to - from > longString) found.push({ from: from + shownOfLong, to: to - 2 });
    from = to + 1;
  }
  return found;
}

function extensionsOf({ language, indented, wrap, label, labels }: Options): Extension {
  return [
    // A line ends at a line feed and nowhere else: every other sign belongs to its line and is copied with it.
    EditorState.lineSeparator.of('\n'),
    EditorState.readOnly.of(true),
    // Without a text cursor of the browser, letters stay shortcuts of the page.
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.editorAttributes.of({ class: 'cm-view' }),
    drawSelection(),
    look(),
    drawn(hiddenInCode, (match) => Decoration.mark(signAttributes(match[0]))),
    wrap ? EditorView.lineWrapping : [],
    language === 'json' ? [json(), bracketMatching()] : [],
    indented ? drawn(escapes, (match) => readEscapes(match[0])) : [],
    labels ? [phrases(labels), search({ top: true }), matchCount(labels.count)] : [],
    labels && language === 'json' ? [folding(labels), keymap.of(foldKeymap)] : [],
    keymap.of([...(labels ? searchKeys : []), ...standardKeymap]),
  ];
}

/** Escape closes the search and nothing around it. */
const searchKeys = searchKeymap
  .filter(({ run }) => run !== gotoLine)
  .map((binding) => (binding.key === 'Escape' ? { ...binding, stopPropagation: true } : binding));

const phrases = ({ find, next, previous, matchCase, regexp, wholeWord, close }: CodeLabels) =>
  EditorState.phrases.of({ Find: find, next, previous, 'match case': matchCase, regexp, 'by word': wholeWord, close });

/** Objects and arrays can be folded; what is folded says how much it is. */
const folding = ({ items, keys, moreCharacters, fold, unfold }: CodeLabels) => [
  foldGutter({
    markerDOM(open) {
      const mark = document.createElement('span');
      mark.className = open ? 'cm-foldMark' : 'cm-foldMark cm-foldMarkClosed';
      mark.title = open ? fold : unfold;
      return mark;
    },
  }),
  codeFolding({
    preparePlaceholder(state, { from, to }) {
      if (state.doc.lineAt(from).to >= to) return moreCharacters(to - from);
      const node = containerAt(state, from);
      if (!node || node.to < to) return '…';
      return (node.name === 'Array' ? items : keys)(childrenOf(node).length);
    },
    placeholderDOM(_view, onclick, words: string) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'cm-foldPlaceholder';
      button.textContent = words;
      button.title = unfold;
      button.onclick = onclick;
      return button;
    },
  }),
];

/** Draws every match of `regexp` in the visible part as `draw` says. */
export function drawn(regexp: RegExp, draw: (match: RegExpExecArray) => Decoration | null, isAtomic = false) {
  const matcher = new MatchDecorator({ regexp, decoration: draw });
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations);
      }
    },
    {
      decorations: ({ decorations }) => decorations,
      provide: (plugin) =>
        isAtomic ? EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none) : [],
    },
  );
}

/** Runs of `\u00e9` and every other escape, so that a doubled backslash does not begin one. */
const escapes = /(?:\\u[\da-fA-F]{4})+|\\./g;

/** Returns what shows escapes as the letters they stand for; `null` for those that must stay to keep the text clear. */
function readEscapes(written: string): Decoration | null {
  if (!written.startsWith('\\u')) return null;
  const letters = String(JSON.parse(`"${written}"`));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must stay escaped
  if (/[\u0000-\u001f"\\\ud800-\udfff]/u.test(letters)) return null;
  return Decoration.replace({ widget: new Letters(letters, written) });
}

class Letters extends WidgetType {
  private readonly letters: string;
  private readonly written: string;
  constructor(letters: string, written: string) {
    super();
    this.letters = letters;
    this.written = written;
  }
  override eq({ written }: Letters): boolean {
    return written === this.written;
  }
  override toDOM(): HTMLElement {
    const span = document.createElement('span');
    span.title = this.written;
    span.append(...nodesWithSigns(this.letters));
    return span;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Counting stops after so many matches, and after so many milliseconds in a long text. */
const maxMatches = 10_000;
const maxCountMs = 60;

/** Returns the place of the selected match among all, from 1, and how many there are, as far as they were counted. */
function countMatches(state: EditorState): { at: number; total: number; more: boolean } {
  const query = getSearchQuery(state);
  const { from, to } = state.selection.main;
  const found = { at: 0, total: 0, more: false };
  if (!query.valid) return found;
  const until = performance.now() + maxCountMs;
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    found.total += 1;
    if (next.value.from === from && next.value.to === to) found.at = found.total;
    if (found.total === maxMatches || (found.total % 64 === 0 && performance.now() > until))
      return { ...found, more: true };
  }
  return found;
}

/** Says in the search panel how many matches there are, and which one is selected. */
const matchCount = (words: (at: number, total: number, more: boolean) => string) =>
  ViewPlugin.fromClass(
    class {
      readonly output = document.createElement('span');
      constructor() {
        this.output.className = 'cm-count';
        this.output.setAttribute('role', 'status');
      }
      update({ view, state, startState, docChanged, selectionSet }: ViewUpdate) {
        if (!searchPanelOpen(state)) return;
        const isOther = !getSearchQuery(state).eq(getSearchQuery(startState)) || !searchPanelOpen(startState);
        if (isOther || docChanged || selectionSet) this.write(view);
      }
      write(view: EditorView) {
        const { at, total, more } = countMatches(view.state);
        this.output.textContent = getSearchQuery(view.state).valid ? words(at, total, more) : '';
        view.dom.querySelector('.cm-search [name=prev]')?.after(this.output);
      }
    },
  );
