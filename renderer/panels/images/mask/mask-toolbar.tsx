import { Brush, Eraser, FlipHorizontal2, Hand, Redo2, Undo2, Upload } from 'lucide-react';
import { formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Slider } from '../../../ui/fields/slider.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import s from './mask-painter.module.css';
import type { Tool } from './use-painter.ts';

interface MaskToolbarProps {
  tool: Tool;
  onToolChange: (tool: Tool) => void;
  size: number;
  mostSize: number;
  onSizeChange: (size: number) => void;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onClear: () => void;
  onInvert: () => void;
  onLoad: () => void;
  share: number;
  scale: number;
  onZoom: (what: 'in' | 'out' | 'fit' | 'whole') => void;
}

/** One row: the tool and its size, steps back and forth, how much is painted, and how near one is. */
export function MaskToolbar(props: MaskToolbarProps) {
  const t = useStrings().images.mask;
  return (
    <div className={s.tools} role="toolbar" aria-label={t.tools}>
      <Segmented
        value={props.tool}
        onValueChange={props.onToolChange}
        label={t.tool}
        options={[
          { value: 'paint', label: t.paint, icon: <Icon of={Brush} size="s" /> },
          { value: 'erase', label: t.erase, icon: <Icon of={Eraser} size="s" /> },
          { value: 'pan', label: t.pan, icon: <Icon of={Hand} size="s" /> },
        ]}
      />
      <div className={s.size}>
        <span aria-hidden="true">{t.size}</span>
        <Slider
          value={props.size}
          onValueChange={props.onSizeChange}
          min={1}
          max={props.mostSize}
          label={t.sizeLabel}
        />
        <span className="mono-s num">{props.size}</span>
      </div>
      <IconButton
        label={t.undo}
        shortcut="Ctrl Z"
        size="sm"
        icon={<Icon of={Undo2} size="s" />}
        disabledReason={props.canUndo ? undefined : t.nothingToUndo}
        onClick={props.onUndo}
      />
      <IconButton
        label={t.redo}
        shortcut="Ctrl ⇧ Z"
        size="sm"
        icon={<Icon of={Redo2} size="s" />}
        disabledReason={props.canRedo ? undefined : t.nothingToRedo}
        onClick={props.onRedo}
      />
      <Button size="sm" intent="quiet" onClick={props.onClear}>
        {t.clear}
      </Button>
      <IconButton label={t.invert} size="sm" icon={<Icon of={FlipHorizontal2} size="s" />} onClick={props.onInvert} />
      <IconButton label={t.load} size="sm" icon={<Icon of={Upload} size="s" />} onClick={props.onLoad} />
      <span className={s.share}>{t.share(formatRate(props.share * 100))}</span>
      <Menu
        align="end"
        trigger={
          <Button size="sm" intent="quiet">
            <span className="sr-only">{t.zoom}</span>
            <span className="num">{Math.round(props.scale * 100)}%</span>
          </Button>
        }
        items={(['fit', 'whole', 'in', 'out'] as const).map((what) => ({
          kind: 'action' as const,
          id: what,
          label: t.zooms[what],
          shortcut: { fit: '0', whole: '1', in: '+', out: '-' }[what],
          onSelect: () => props.onZoom(what),
        }))}
      />
    </div>
  );
}
