import { classes } from '../base/class-names.ts';
import { lazyPart } from '../base/lazy-module.ts';
import s from './code.module.css';

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

const CodeMirrorView = lazyPart(
  async () => (await import('./code-mirror.ts')).CodeMirrorView,
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
