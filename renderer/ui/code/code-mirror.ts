/** CodeMirror, loaded once for the views and the editors. */
export { openJsonEditor } from '../json/json-editor-view.ts';
export { CodeMirrorView } from './code-mirror-view.tsx';
