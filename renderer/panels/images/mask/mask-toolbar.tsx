import {
  Brush,
  Eraser,
  FlipHorizontal2,
  Hand,
  Lasso,
  type LucideIcon,
  PaintBucket,
  Redo2,
  SquareDashed,
  Undo2,
  Upload,
} from 'lucide-react';
import { formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Slider } from '../../../ui/fields/slider.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { useForm } from '../form.ts';
import s from './mask-painter.module.css';
import type { SentMask } from './masks.ts';
import type { Painter } from './use-painter.ts';
import { type MaskTool, maskTools, type ToolInHand } from './use-painter-input.ts';

interface MaskToolbarProps {
  painter: Painter;
  hand: ToolInHand;
  onToolChange: (tool: MaskTool) => void;
  maxBrush: number;
  onBrushChange: (size: number) => void;
  /** Loads a mask from a file. */
  onLoad: () => void;
  /** Masks of earlier requests, newest first. */
  reusable: readonly SentMask[];
}

const looks: Readonly<Record<MaskTool, { glyph: LucideIcon; keys: string }>> = {
  paint: { glyph: Brush, keys: 'B' },
  erase: { glyph: Eraser, keys: 'E' },
  lasso: { glyph: Lasso, keys: 'L' },
  rectangle: { glyph: SquareDashed, keys: 'R' },
  fill: { glyph: PaintBucket, keys: 'G' },
  pan: { glyph: Hand, keys: 'H' },
};

const maxTolerance = 128;

/** One row: the tool and what it depends on, undo and redo, what acts on the whole mask, its share, and the zoom. */
export function MaskToolbar({
  painter,
  hand,
  onToolChange,
  maxBrush,
  onBrushChange,
  onLoad,
  reusable,
}: MaskToolbarProps) {
  const { mask: t, viewer } = useStrings().images;
  const { tool, brush, tolerance } = hand;
  const { zoom, view, isFitted } = painter.zoom;
  const isBrush = tool === 'paint' || tool === 'erase';
  const act = (step: 'clear' | 'invert', said: string) => {
    painter.act({ do: step });
    announce(said);
  };
  return (
    <div className={s.tools} role="toolbar" aria-label={t.tools}>
      <Segmented
        value={tool}
        onValueChange={onToolChange}
        label={t.tool}
        options={maskTools.map((value) => ({
          value,
          label: t.names[value],
          icon: <Icon of={looks[value].glyph} size="s" />,
          iconOnly: { keys: looks[value].keys },
        }))}
      />
      <div className={s.size}>
        {isBrush && (
          <>
            <span aria-hidden="true">{t.size}</span>
            <Slider value={brush} onValueChange={onBrushChange} min={1} max={maxBrush} label={t.sizeLabel} />
            <span className="mono-s num">{brush}</span>
          </>
        )}
        {tool === 'fill' && (
          <>
            <span aria-hidden="true">{t.tolerance}</span>
            <Slider
              value={tolerance}
              onValueChange={(next) => useForm.setState({ fillTolerance: next })}
              min={0}
              max={maxTolerance}
              label={t.toleranceLabel}
            />
            <span className="mono-s num">{tolerance}</span>
          </>
        )}
        {(tool === 'lasso' || tool === 'rectangle') && t.altRemoves}
      </div>
      <IconButton
        label={t.undo}
        shortcut="Ctrl Z"
        size="sm"
        icon={<Icon of={Undo2} size="s" />}
        disabledReason={painter.steps.done.length > 0 ? undefined : t.nothingToUndo}
        onClick={painter.undo}
      />
      <IconButton
        label={t.redo}
        shortcut="Ctrl ⇧ Z"
        size="sm"
        icon={<Icon of={Redo2} size="s" />}
        disabledReason={painter.steps.undone.length > 0 ? undefined : t.nothingToRedo}
        onClick={painter.redo}
      />
      <Button size="sm" intent="quiet" onClick={() => act('clear', t.cleared)}>
        {t.clear}
      </Button>
      <IconButton
        label={t.invert}
        shortcut="I"
        size="sm"
        icon={<Icon of={FlipHorizontal2} size="s" />}
        onClick={() => act('invert', t.inverted)}
      />
      <Menu
        trigger={<IconButton label={t.load} size="sm" icon={<Icon of={Upload} size="s" />} />}
        items={[
          menuAction('file', t.fromFile, onLoad),
          ...reusable.map(({ file, imageName, share }) =>
            menuAction(file.id, t.maskOf(imageName), () => painter.act({ do: 'load', file }), {
              hint: t.share(formatRate(share * 100)),
            }),
          ),
        ]}
      />
      <span className={s.share}>{t.share(formatRate(painter.share * 100))}</span>
      <Button size="sm" intent="quiet" onClick={() => zoom(isFitted ? 'whole' : 'fit')}>
        <span className="sr-only">{isFitted ? viewer.whole : viewer.fit}</span>
        <span className="num">{Math.round(view.scale * 100)}%</span>
      </Button>
    </div>
  );
}
