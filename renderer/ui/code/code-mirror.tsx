import { useEffect, useEffectEvent, useRef } from 'react';
import { copyText } from '../controls/copy-text.ts';
import { ContextMenu } from '../overlays/context-menu.tsx';
import { menuAction } from '../overlays/menu-action.ts';
import s from './code.module.css';
import { type CodeViewProps, openCode } from './code-mirror-state.ts';
import { jsonAt } from './json-place.ts';

type CodeMirrorViewProps = Omit<CodeViewProps, 'className'>;

/** A view of CodeMirror: opened again when it is to be another one, and continued when its text has grown. */
export function CodeMirrorView({ text, language, indented, wrap, label, labels, onCopy }: CodeMirrorViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<ReturnType<typeof openCode> | null>(null);
  const first = useEffectEvent(() => text);
  useEffect(() => {
    if (!place.current) return;
    const view = openCode(place.current, first(), { language, indented, wrap, label, labels });
    opened.current = view;
    return () => view.destroy();
  }, [language, indented, wrap, label, labels]);
  useEffect(() => opened.current?.show(text), [text]);

  const box = <div ref={place} className={s.place} />;
  if (!indented || !labels || !onCopy) return box;
  const copy = (what: 'path' | 'value') => () => {
    const view = opened.current?.view;
    const found = view && jsonAt(view.state, view.state.selection.main.head);
    if (found) void copyText(found[what]).then((done) => done && onCopy());
  };
  return (
    <ContextMenu
      items={[menuAction('value', labels.copyValue, copy('value')), menuAction('path', labels.copyPath, copy('path'))]}
    >
      {
        // biome-ignore lint/a11y/noStaticElementInteractions: keys belong to the view inside
        <div
          ref={place}
          className={s.place}
          onContextMenu={({ clientX, clientY }) => {
            const view = opened.current?.view;
            const at = view?.posAtCoords({ x: clientX, y: clientY });
            // The menu key opens it at the cursor.
            if (view && at != null && view.state.selection.main.empty) view.dispatch({ selection: { anchor: at } });
          }}
          onKeyDown={(event) => {
            if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== 'c') return;
            event.preventDefault();
            copy('path')();
          }}
        />
      }
    </ContextMenu>
  );
}

/** From here, so that CodeMirror is loaded once for the views and the editors. */
export { openJsonEditor } from './json-editor-view.ts';
