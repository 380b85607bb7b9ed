import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, keymap, WidgetType } from '@codemirror/view';
import { look } from './code-mirror-look.ts';
import { drawn } from './code-mirror-state.ts';

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
    chip.className = 'cm-chip';
    chip.textContent = this.label;
    return chip;
  }
}

/** Draws each fold as its label. */
function drawFolds(folds: readonly TextFold[]) {
  const labels = new Map(folds.map(({ text, label }) => [text, label]));
  const texts = folds.map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return drawn(
    new RegExp(texts.join('|'), 'g'),
    ([text]) => Decoration.replace({ widget: new FoldLabel(labels.get(text) ?? text) }),
    true,
  );
}

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
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        autocompletion({ override: [complete] }),
        json(),
        linter(check),
        look(),
        ...(folds.length > 0 ? [drawFolds(folds)] : []),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
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
