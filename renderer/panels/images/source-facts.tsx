import { formatBytes } from '../../lib/format.ts';
import { useStrings } from '../../lib/strings.ts';
import { useDesk } from './desk.ts';
import s from './images-parameters.module.css';
import { isBlank, noSteps } from './mask/mask-strokes.ts';

/** The picture that is edited, and what will be told of the answer. */
export function SourceFacts() {
  const t = useStrings().images.source;
  const { inputs, masks } = useDesk();
  const [first] = inputs;
  if (!first) return null;
  const { file, width, height } = first;
  const isMasked = !isBlank(masks[file.id] ?? noSteps);
  return (
    <section className={s.source} aria-label={t.title}>
      <h3>
        {t.title} <span className="cut-text">{file.name}</span>
      </h3>
      <dl>
        <dt>{t.size}</dt>
        <dd className="mono-s">{width && height ? `${width}×${height}` : t.unknown}</dd>
        <dt>{t.file}</dt>
        <dd className="mono-s">{`${file.type.replace('image/', '').toUpperCase()}, ${formatBytes(file.sizeBytes)}`}</dd>
        <dt>{t.mask}</dt>
        <dd className="mono-s">{isMasked ? t.maskAs(`${width}×${height}`) : t.noMask}</dd>
      </dl>
      <p>{t.after}</p>
    </section>
  );
}
