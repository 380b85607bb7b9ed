import { getSearchQuery, searchPanelOpen } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Counting stops after so many matches, and after so many milliseconds in a long text. */
const maxMatches = 10_000;
const maxCountMs = 60;

/** Returns the place of the selected match among all, from 1, and how many there are, as far as they were counted. */
export function countMatches(state: EditorState): { at: number; total: number; more: boolean } {
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
export const matchCount = (words: (at: number, total: number, more: boolean) => string) =>
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
