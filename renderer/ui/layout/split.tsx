import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { classes } from '../base/class-names.ts';
import s from './split.module.css';

export interface SplitPane {
  id: string;
  content: ReactNode;
  /** px */
  minPx?: number | undefined;
  maxPx?: number | undefined;
  defaultPx?: number | undefined;
  /** Takes what is left; one pane must. The others keep their pixels when the window changes. */
  grow?: boolean | undefined;
  /** Dragged below half its minimum it folds away. */
  collapsible?: boolean | undefined;
}

export interface SplitProps {
  id: string;
  direction: 'horizontal' | 'vertical';
  /** A pane that is left out of the list is closed. */
  panes: readonly SplitPane[];
  /** Percents by pane id, as `onSizesChange` gave them; used when the split is drawn first. */
  sizes?: Readonly<Record<string, number>> | undefined;
  /** After a drag or a key, never while dragging. */
  onSizesChange?: ((sizes: Record<string, number>) => void) | undefined;
  /** The name of the handle between two panes, e.g. "Resize list". */
  handleLabel: (before: string, after: string) => string;
}

/** Panes with handles between them: drag, arrow keys, Enter folds and opens, double click takes the default size. */
export function Split({ id, direction, panes, sizes, onSizesChange, handleLabel }: SplitProps) {
  const fits = sizes !== undefined && panes.every((pane) => pane.id in sizes);
  return (
    <Group
      id={id}
      orientation={direction}
      className={s.group}
      {...(fits && { defaultLayout: { ...sizes } })}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) onSizesChange?.(layout);
      }}
    >
      {panes.map((pane, index) => {
        const before = panes[index - 1];
        return (
          <Fragment key={pane.id}>
            {before && (
              <Separator className={classes(s.handle, s[direction])} aria-label={handleLabel(before.id, pane.id)} />
            )}
            <Panel
              id={pane.id}
              minSize={pane.minPx}
              maxSize={pane.maxPx}
              defaultSize={pane.defaultPx}
              collapsible={pane.collapsible}
              groupResizeBehavior={pane.grow ? 'preserve-relative-size' : 'preserve-pixel-size'}
              className={s.pane}
            >
              {pane.content}
            </Panel>
          </Fragment>
        );
      })}
    </Group>
  );
}
