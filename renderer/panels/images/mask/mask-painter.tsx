import { Brush, Eraser, FlipHorizontal2, Hand, Redo2, Undo2, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { AppError } from '#shared/protocol/failure.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Slider } from '../../../ui/fields/slider.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useForm } from '../form.ts';
import { StoredImage } from '../image-files/stored-image.tsx';
import { type ZoomStep, zoomSteps } from '../image-files/zoom-view.ts';
import type { InputImage } from '../model/image-spec.ts';
import { convertMask, inspectMask, type MaskInspection } from './mask-canvas.ts';
import s from './mask-painter.module.css';
import { type Tool, usePainter } from './use-painter.ts';
import { usePainterKeys, usePointerPaint } from './use-painter-input.ts';

interface MaskPainterProps {
  input: InputImage & { width: number; height: number };
}

/** Paints over the parts of an image that may change. Every stroke is saved with the form. */
export function MaskPainter({ input }: MaskPainterProps) {
  const t = useStrings().images.mask;
  const { file, width, height } = input;
  const [size] = useState({ width, height });
  const viewport = useRef<HTMLDivElement>(null);
  const brush = useForm(({ brushSize }) => brushSize);
  const [tool, setTool] = useState<Tool>('paint');
  const [offer, setOffer] = useState<{ file: File; inspection: MaskInspection } | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const painter = usePainter(file, size, viewport);
  const helpId = useId();
  const maxBrush = Math.max(100, Math.round(Math.max(width, height) / 3));
  const setBrush = (next: number) => useForm.setState({ brushSize: Math.min(maxBrush, next) });
  const keys = usePainterKeys({
    painter,
    size,
    tool,
    brush,
    onToolChange: setTool,
    onBrushChange: setBrush,
  });
  const pointer = usePointerPaint(painter, tool, brush, keys.isPanning);

  const load = async () => {
    const [chosen] = await chooseFiles({ accept: 'image/png,image/webp', multiple: false });
    if (!chosen) return;
    setComplaint(null);
    setOffer(null);
    try {
      const inspection = await inspectMask(chosen, size);
      if (inspection.kind === 'fine') painter.act({ do: 'load', file: inspection.file });
      else if (inspection.kind === 'refused') setComplaint(t.refused[inspection.reason](chosen.name));
      else setOffer({ file: chosen, inspection });
    } catch (thrown) {
      setComplaint(AppError.from(thrown).message);
    }
  };
  const remake = async () => {
    if (!offer) return;
    setOffer(null);
    try {
      painter.act({ do: 'load', file: await convertMask(offer.file, size) });
    } catch (thrown) {
      setComplaint(AppError.from(thrown).message);
    }
  };
  const { view } = painter.zoom;

  return (
    <section className={layout.fill} aria-label={t.title}>
      <MaskToolbar
        tool={tool}
        onToolChange={setTool}
        size={brush}
        maxSize={maxBrush}
        onSizeChange={setBrush}
        canUndo={painter.steps.done.length > 0}
        canRedo={painter.steps.undone.length > 0}
        onUndo={painter.undo}
        onRedo={painter.redo}
        onClear={() => {
          painter.act({ do: 'clear' });
          announce(t.cleared);
        }}
        onInvert={() => {
          painter.act({ do: 'invert' });
          announce(t.inverted);
        }}
        onLoad={() => void load()}
        share={painter.share}
        scale={view.scale}
        onZoom={painter.zoom.zoom}
      />
      {(offer || complaint || painter.isMissing) && (
        <div className={s.notes} role="alert">
          {complaint && (
            <Note
              intent="bad"
              action={
                <Button size="sm" onClick={() => setComplaint(null)}>
                  {t.close}
                </Button>
              }
            >
              {complaint}
            </Note>
          )}
          {painter.isMissing && <Note intent="warn">{t.gone}</Note>}
          {offer && (
            <Note
              intent="warn"
              action={
                <span className={s.offers}>
                  <Button size="sm" intent="primary" onClick={() => void remake()}>
                    {offer.inspection.kind === 'opaque' ? t.takeWhite : t.resize(width, height)}
                  </Button>
                  <Button size="sm" onClick={() => setOffer(null)}>
                    {t.leave}
                  </Button>
                </span>
              }
            >
              {offer.inspection.kind === 'other-size'
                ? t.otherSize(
                    offer.file.name,
                    offer.inspection.width,
                    offer.inspection.height,
                    width,
                    height,
                    offer.inspection.isOpaque,
                  )
                : t.opaque(offer.file.name)}
            </Note>
          )}
        </div>
      )}
      <p id={helpId} className="sr-only">
        {t.keys}
      </p>
      <div
        ref={viewport}
        className={s.viewport}
        role="application"
        aria-label={t.canvas(file.name, width, height)}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas has keyboard controls of its own
        tabIndex={0}
        data-tool={keys.isPanning ? 'pan' : tool}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
        onKeyDown={keys.onKeyDown}
        onKeyUp={keys.onKeyUp}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.onPointerUp}
        onPointerCancel={pointer.onPointerUp}
        onPointerLeave={pointer.onPointerLeave}
      >
        <div
          className={s.picture}
          style={{
            width: width * view.scale,
            height: height * view.scale,
            transform: `translate(${view.x}px, ${view.y}px)`,
          }}
        >
          <StoredImage fileId={file.id} label="" />
        </div>
        <canvas ref={painter.overlay} className={s.overlay} />
      </div>
    </section>
  );
}

interface MaskToolbarProps {
  tool: Tool;
  onToolChange: (tool: Tool) => void;
  size: number;
  maxSize: number;
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
  onZoom: (what: ZoomStep) => void;
}

/** One row: tool and size, undo and redo, the painted share, and the zoom. */
function MaskToolbar(props: MaskToolbarProps) {
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
        <Slider value={props.size} onValueChange={props.onSizeChange} min={1} max={props.maxSize} label={t.sizeLabel} />
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
        items={zoomSteps.map((what) => ({
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
