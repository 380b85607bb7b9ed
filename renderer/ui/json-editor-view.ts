import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

interface Opening {
  parent: HTMLElement;
  text: string;
  label: string;
  fields: readonly string[];
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
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)' },
  '.cm-tooltip': { background: 'var(--raised)', border: '1px solid var(--line-strong)' },
});

/** The page's policy lets in only style sheets that carry the nonce of this page load. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Opens a JSON editor inside `parent`. */
export function openJsonEditor({ parent, text, label, fields, onChange }: Opening) {
  const complete = (context: CompletionContext) => {
    const key = context.matchBefore(/"[\w.]*$/);
    if (!key) return null;
    return { from: key.from + 1, options: fields.map((name) => ({ label: name, type: 'property' })) };
  };
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
        linter(jsonParseLinter()),
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        // Tab leaves the editor, so that the keyboard is never caught in it.
        keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
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
