import { classes } from '../base/class-names.ts';
import { lazyPart } from '../base/lazy-module.ts';
import s from './code.module.css';
import type { CodeViewProps } from './code-mirror-state.ts';

const CodeMirrorView = lazyPart(
  async () => (await import('./code-mirror.tsx')).CodeMirrorView,
  <div className={s.frame} aria-busy />,
);

/**
 * Text of any size, read-only: only what is visible is drawn. What is selected and copied is the text, sign by sign,
 * whatever is drawn in its place.
 */
export const CodeView = ({ className, ...props }: CodeViewProps) => (
  <div className={classes(s.frame, className)}>
    <CodeMirrorView {...props} />
  </div>
);
