import { useEffect, useEffectEvent, useRef } from 'react';
import { classes } from '../base/class-names.ts';
import s from './json-editor.module.css';
import type { TextFold } from './json-editor-view.ts';

interface JsonEditorProps {
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  /** Field names offered while a key is typed. */
  fields?: readonly string[];
  /** Text that is shown as something shorter, as of the first render of the editor. */
  folds?: readonly TextFold[];
  /** Returns the JSON that the typed text represents, of the same length; default: the text itself. */
  checkAs?: ((text: string) => string) | undefined;
  /** Takes the height of its container instead of its own. */
  fill?: boolean | undefined;
}

const asTyped = (text: string): string => text;

/**
 * An editor for JSON text: colors, brackets, search, and errors at their position. Its code is loaded when it is first
 * shown.
 */
export function JsonEditor({
  value,
  onValueChange,
  label,
  fields = [],
  folds = [],
  checkAs = asTyped,
  fill,
}: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<{ text: () => string; put: (text: string) => void } | null>(null);
  const changed = useEffectEvent((text: string) => onValueChange(text));
  const start = useEffectEvent(() => ({ text: value, label, fields, folds, checkAs }));

  useEffect(() => {
    let gone = false;
    let destroy = () => {};
    void import('./code-mirror.tsx').then(({ openJsonEditor }) => {
      if (gone || !place.current) return;
      const opened = openJsonEditor({ parent: place.current, ...start(), onChange: (text) => changed(text) });
      editor.current = opened;
      destroy = opened.destroy;
    });
    return () => {
      gone = true;
      editor.current = null;
      destroy();
    };
  }, []);

  useEffect(() => {
    if (editor.current && editor.current.text() !== value) editor.current.put(value);
  }, [value]);

  return <div ref={place} className={classes(s.editor, fill && s.fill)} />;
}
