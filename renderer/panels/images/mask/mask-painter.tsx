import { useId, useRef, useState } from 'react';
import { AppError } from '#shared/protocol/failure.ts';
import { chooseFiles } from '../../../lib/files/files.ts';
import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useForm } from '../form.ts';
import type { InputImage } from '../model/image-spec.ts';
import { convertMask, inspectMask, type MaskInspection } from './mask-canvas.ts';
import s from './mask-painter.module.css';
import { MaskToolbar } from './mask-toolbar.tsx';
import { useMasksOf } from './masks.ts';
import { usePainter } from './use-painter.ts';
import { type MaskTool, usePainterKeys, usePointerPaint } from './use-painter-input.ts';

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
  const tolerance = useForm(({ fillTolerance }) => fillTolerance);
  const [tool, setTool] = useState<MaskTool>('paint');
  const hand = { tool, brush, tolerance };
  const [offer, setOffer] = useState<{ file: File; inspection: MaskInspection } | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const painter = usePainter(file, size, viewport);
  const helpId = useId();
  const maxBrush = Math.max(100, Math.round(Math.max(width, height) / 3));
  const setBrush = (next: number) => useForm.setState({ brushSize: Math.min(maxBrush, next) });
  const { isPanning, ...keys } = usePainterKeys({
    painter,
    size,
    hand,
    onToolChange: setTool,
    onBrushChange: setBrush,
  });
  const pointer = usePointerPaint(painter, hand, isPanning);

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
        painter={painter}
        hand={hand}
        onToolChange={setTool}
        maxBrush={maxBrush}
        onBrushChange={setBrush}
        onLoad={() => void load()}
        reusable={useMasksOf(file.id)}
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
        data-tool={isPanning ? 'pan' : tool}
        {...keys}
        {...pointer}
        onPointerCancel={pointer.onPointerUp}
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
