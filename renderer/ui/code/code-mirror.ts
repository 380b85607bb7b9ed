/** CodeMirror, loaded once for the views and the editors. */

export { CodeMirrorView } from './code-mirror-view.tsx';
export { openJsonEditor } from './json-editor-view.ts';
