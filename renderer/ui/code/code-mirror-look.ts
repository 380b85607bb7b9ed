import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--c-key)' },
  { tag: tags.string, color: 'var(--c-str)' },
  { tag: tags.number, color: 'var(--c-num)' },
  { tag: [tags.bool, tags.null], color: 'var(--c-lit)' },
]);

const chip = {
  padding: '1px 5px',
  border: '1px solid var(--line-strong)',
  borderRadius: '4px',
  background: 'var(--hover)',
  color: 'var(--text-2)',
};

const theme = EditorView.theme({
  '&': { height: '100%', font: 'var(--t-mono)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  // The class of the focus comes later than the focus.
  '&.cm-view:has(.cm-content:focus-visible)': { outline: '2px solid var(--cord)', outlineOffset: '-2px' },
  '.cm-scroller': { font: 'var(--t-mono)', fontWeight: 'var(--w-mono)', lineHeight: '18px' },
  '.cm-cursor': { borderLeftColor: 'var(--cord)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--cord-tint) !important' },
  '.cm-chip': chip,
  '.cm-foldPlaceholder': { ...chip, margin: '0 4px' },
  '.cm-gutters': { border: '0', background: 'transparent', color: 'var(--text-3)' },
  '&.cm-view .cm-line': { padding: '0 12px 0 6px' },
  '&.cm-view .cm-foldGutter': { width: '16px', cursor: 'pointer' },
  // Drawn, as fonts of some systems lack the signs of CodeMirror.
  '.cm-foldMark': {
    display: 'inline-block',
    width: '6px',
    height: '6px',
    margin: '0 0 3px 5px',
    border: 'solid currentColor',
    borderWidth: '0 1.5px 1.5px 0',
    transform: 'rotate(45deg)',
  },
  '.cm-foldMarkClosed': { transform: 'rotate(-45deg)' },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    padding: '6px 32px 6px 12px',
    font: 'var(--t-12)',
  },
  '.cm-panel.cm-search label': { display: 'flex', alignItems: 'center', gap: '4px', font: 'var(--t-12)' },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--text-2)',
    top: '6px',
    right: '8px',
    width: '20px',
    height: '20px',
  },
  // Only one range can be selected in a view.
  '&.cm-view .cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-textfield': {
    padding: '2px 8px',
    border: '1px solid var(--line-field)',
    borderRadius: 'var(--r-2)',
    background: 'var(--raised)',
    color: 'var(--text)',
    font: 'var(--t-mono-s)',
  },
  '.cm-button': {
    padding: '2px 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-2)',
    background: 'var(--raised)',
    color: 'var(--text)',
    font: 'var(--t-12)',
  },
  '.cm-count': { color: 'var(--text-3)', fontVariantNumeric: 'tabular-nums' },
  '.cm-searchMatch': { borderRadius: '2px', background: 'var(--cord-tint)', boxShadow: '0 0 0 1px var(--cord-line)' },
  '.cm-searchMatch-selected, .cm-searchMatch-selected *': { background: 'var(--cord)', color: 'var(--on-cord)' },
  '.cm-tooltip': { background: 'var(--raised)', border: '1px solid var(--line-strong)' },
});

/** The page's policy allows only style sheets that have the nonce of this page load. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The look of every view and editor. */
export const look = () => [EditorView.cspNonce.of(nonce()), syntaxHighlighting(colors), theme];
