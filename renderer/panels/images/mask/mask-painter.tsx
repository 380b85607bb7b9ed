import { useId, useRef, useState } from 'react';
import { AppError } from '#shared/protocol/failure.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/page/announce.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useForm } from '../form.ts';
import { StoredImage } from '../image-files/stored-image.tsx';
import type { InputImage } from '../model/image-order.ts';
import { lookAtMask, type MaskLook, remadeMask } from './load-mask.ts';
import s from './mask-painter.module.css';
import { MaskToolbar } from './mask-toolbar.tsx';
import { type Tool, usePainter } from './use-painter.ts';
import { usePainterKeys, zoomBy } from './use-painter-keys.ts';
import { usePointerPaint } from './use-pointer-paint.ts';

interface MaskPainterProps {
  input: InputImage & { width: number; height: number };
}

/** Paints over the places of a picture that may change. Every stroke is kept with what is typed. */
export function MaskPainter({ input }: MaskPainterProps) {
  const t = useStrings().images.mask;
  const { file, width, height } = input;
  const [size] = useState({ width, height });
  const viewport = useRef<HTMLDivElement>(null);
  const brush = useForm(({ brushSize }) => brushSize);
  const [tool, setTool] = useState<Tool>('paint');
  const [offer, setOffer] = useState<{ file: File; look: MaskLook } | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const painter = usePainter(file, size, viewport);
  const helpId = useId();
  const mostBrush = Math.max(100, Math.round(Math.max(width, height) / 3));
  const setBrush = (next: number) => useForm.setState({ brushSize: Math.min(mostBrush, next) });
  const keys = usePainterKeys({
    painter,
    size,
    tool,
    brush,
    onToolChange: setTool,
    onBrushChange: setBrush,
    onZoom: (what) => zoomBy(painter, what, size, keys.zoomPoint()),
  });
  const pointer = usePointerPaint(painter, size, viewport, tool, brush, keys.isPanning);

  const load = async () => {
    const [chosen] = await chooseFiles({ accept: 'image/png,image/webp', multiple: false });
    if (!chosen) return;
    setComplaint(null);
    setOffer(null);
    try {
      const look = await lookAtMask(chosen, size);
      if (look.kind === 'fine') painter.act({ do: 'load', file: look.file });
      else if (look.kind === 'refused') setComplaint(t.refused[look.reason](chosen.name));
      else setOffer({ file: chosen, look });
    } catch (thrown) {
      setComplaint(AppError.from(thrown).message);
    }
  };
  const remake = async () => {
    if (!offer) return;
    setOffer(null);
    try {
      painter.act({ do: 'load', file: await remadeMask(offer.file, size) });
    } catch (thrown) {
      setComplaint(AppError.from(thrown).message);
    }
  };
  const { view } = painter;

  return (
    <section className={s.painter} aria-label={t.title}>
      <MaskToolbar
        tool={tool}
        onToolChange={setTool}
        size={brush}
        mostSize={mostBrush}
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
        onZoom={(what) => zoomBy(painter, what, size)}
      />
      {(offer || complaint || painter.isGone) && (
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
          {painter.isGone && <Note intent="warn">{t.gone}</Note>}
          {offer && (
            <Note
              intent="warn"
              action={
                <span className={s.offers}>
                  <Button size="sm" intent="primary" onClick={() => void remake()}>
                    {offer.look.kind === 'opaque' ? t.takeWhite : t.resize(width, height)}
                  </Button>
                  <Button size="sm" onClick={() => setOffer(null)}>
                    {t.leave}
                  </Button>
                </span>
              }
            >
              {offer.look.kind === 'other-size'
                ? t.otherSize(offer.file.name, offer.look.width, offer.look.height, width, height, offer.look.isOpaque)
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is worked by keys of its own
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
