import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
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
import { tags } from '@lezer/highlight';

/**
 * Text that is shown as `label`: a placeholder that is replaced when the text is sent. The cursor passes over it, and
 * it is deleted, as one letter.
 */
export interface TextFold {
  text: string;
  label: string;
}

interface Opening {
  parent: HTMLElement;
  text: string;
  label: string;
  fields: readonly string[];
  folds: readonly TextFold[];
  checkAs: (text: string) => string;
  onChange: (text: string) => void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--c-key)' },
  { tag: tags.string, color: 'var(--c-str)' },
  { tag: tags.number, color: 'var(--c-num)' },
  { tag: [tags.bool, tags.null], color: 'var(--c-lit)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', font: 'var(--t-mono)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'var(--t-mono)', lineHeight: '18px' },
  '.cm-cursor': { borderLeftColor: 'var(--cord)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--cord-tint) !important' },
  '.cm-fold': {
    padding: '1px 5px',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    background: 'var(--hover)',
    color: 'var(--text-2)',
  },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)' },
  '.cm-tooltip': { background: 'var(--raised)', border: '1px solid var(--line-strong)' },
});

class FoldLabel extends WidgetType {
  private readonly label: string;
  constructor(label: string) {
    super();
    this.label = label;
  }
  override eq(other: FoldLabel): boolean {
    return other.label === this.label;
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'cm-fold';
    chip.textContent = this.label;
    return chip;
  }
}

/** Draws each fold as its label. */
function drawFolds(folds: readonly TextFold[]) {
  const labels = new Map(folds.map(({ text, label }) => [text, label]));
  const matcher = new MatchDecorator({
    regexp: new RegExp(folds.map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g'),
    decoration: ([text]) => Decoration.replace({ widget: new FoldLabel(labels.get(text) ?? text) }),
  });
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
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
    },
  );
}

/** The page's policy allows only style sheets that have the nonce of this page load. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Ctrl+Enter belongs to what the editor is in: it sends. */
const editingKeymap = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

/** Opens a JSON editor inside `parent`. */
export function openJsonEditor({ parent, text, label, fields, folds, checkAs, onChange }: Opening) {
  const complete = (context: CompletionContext) => {
    const key = context.matchBefore(/"[\w.]*$/);
    if (!key) return null;
    return { from: key.from + 1, options: fields.map((name) => ({ label: name, type: 'property' })) };
  };
  const parse = jsonParseLinter();
  // The linter reads nothing of a view but its document.
  const check = ({ state }: EditorView) =>
    parse({ state: EditorState.create({ doc: checkAs(state.doc.toString()) }) } as EditorView);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce()),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        autocompletion({ override: [complete] }),
        json(),
        linter(check),
        syntaxHighlighting(colours),
        look,
        ...(folds.length > 0 ? [drawFolds(folds)] : []),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        // Tab leaves the editor, so that the keyboard is never trapped in it.
        keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...editingKeymap]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  view.focus();
  return {
    text: () => view.state.doc.toString(),
    put: (next: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    destroy: () => view.destroy(),
  };
}
