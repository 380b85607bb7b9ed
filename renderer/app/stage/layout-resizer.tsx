import { clampSize, type LayoutSize, sizeLimits, useLayout } from '../../lib/preferences/layout.ts';
import { Resizer, type ResizerProps } from '../../ui/layout/resizer.tsx';

export interface LayoutResizerProps extends Pick<ResizerProps, 'edge' | 'label'> {
  size: LayoutSize;
}

/** The edge of a pane whose size is stored in the layout shared by all panels. */
export function LayoutResizer({ size, edge, label }: LayoutResizerProps) {
  const { min, max, usual } = sizeLimits[size];
  const px = useLayout((layout) => layout[size]) ?? usual;
  return (
    <Resizer
      edge={edge}
      label={label}
      px={px}
      minPx={min}
      maxPx={max}
      onResize={(next) => useLayout.setState({ [size]: next === null ? null : clampSize(size, next) })}
    />
  );
}
