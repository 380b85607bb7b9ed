import { Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FactsWithCost } from '../../../lib/cost/facts-with-cost.tsx';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import type { Fact } from '../../../ui/layout/facts.tsx';
import { useForm } from '../form.ts';
import { type Generation, imagesOf, isRunning, type MadeImage, usageOf } from '../model/generation.ts';
import { countRequested, fieldText } from '../model/image-spec.ts';
import type { RequestedActual } from './result-details.tsx';
import s from './result-view.module.css';

const ResultDetails = lazyPart(async () => (await import('./result-details.tsx')).ResultDetails);

interface ResultFactsProps {
  generation: Generation;
  image: MadeImage | undefined;
  /** The one large number of the result, where there is one. */
  figure: ReactNode;
}

/** The evidence in one line; behind its button the requested and actual values, the prompts, and all versions. */
export function ResultFacts({ generation, image, figure }: ResultFactsProps) {
  const t = useStrings().images.facts;
  const isOpen = useForm(({ detailsOpen }) => detailsOpen);
  const detailsId = useId();
  const rows = requestedAndActual(generation, image);
  const facts = useResultFacts(generation, image);
  return (
    <footer className={s.dock}>
      <div className={s.line}>
        {figure}
        <FactsWithCost
          facts={facts}
          exchangeIds={isRunning(generation) ? [] : generation.calls.map(({ exchangeId }) => exchangeId)}
        />
        {rows.map(
          ({ name, actual, verdict }) =>
            verdict === 'other' && (
              <Badge key={name} intent="odd">
                {name} {t.other(actual ?? '')}
              </Badge>
            ),
        )}
        {image?.revisedPrompt && <Badge intent="odd">{t.revised}</Badge>}
        <span className={s.toDetails}>
          <IconButton
            label={t.details}
            size="sm"
            pressed={isOpen}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            icon={<Icon of={Info} size="s" />}
            onClick={() => useForm.setState({ detailsOpen: !isOpen })}
          />
        </span>
      </div>
      {isOpen && (
        <section id={detailsId} className={s.details} aria-label={t.details}>
          <ResultDetails generation={generation} image={image} rows={rows} />
        </section>
      )}
    </footer>
  );
}

/** At most four facts: one line has no room for more. */
function useResultFacts(generation: Generation, image: MadeImage | undefined): Fact[] {
  const t = useStrings().images.facts;
  const images = imagesOf(generation);
  const usage = usageOf(generation);
  const { model, connectionName } = generation.order;
  const facts = [
    images.length > 1 && { label: t.images(images.length), value: images.length, order: 'value-first' as const },
    image?.width && image.height && { label: t.size, value: `${image.width} × ${image.height}` },
    image?.file && {
      label: image.mediaType.replace('image/', '').toUpperCase(),
      value: formatBytes(image.file.sizeBytes),
    },
    usage?.totalTokens != null && { label: t.tokens, value: formatNumber(usage.totalTokens) },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
  if (facts.length > 0) return facts;
  return [
    { label: t.model, value: model },
    { label: t.connection, value: connectionName },
  ];
}

const isAnswered: ReadonlySet<string> = new Set(['done', 'done-with-warnings']);

/** Compares the request with the result: sizes and formats are read from the image itself, the rest is as reported. */
export function requestedAndActual(generation: Generation, image: MadeImage | undefined): RequestedActual[] {
  const { fields } = generation.order;
  const rows: RequestedActual[] = [];
  const actuals: Record<string, string | null> = {
    // A failed request returned no count at all.
    n: generation.calls.every(({ state }) => isAnswered.has(state)) ? String(imagesOf(generation).length) : null,
    size: image?.width && image.height ? `${image.width}x${image.height}` : (image?.size ?? null),
    quality: image?.quality ?? null,
    background: image?.background ?? null,
    output_format: image ? image.mediaType.replace('image/', '') : null,
  };
  for (const [name, sent] of Object.entries(fields)) {
    const requested = name === 'n' ? String(countRequested({ fields })) : fieldText(sent);
    rows.push({
      name,
      requested,
      actual: actuals[name] ?? null,
      verdict: verdictOf(requested, actuals[name] ?? null),
    });
  }
  for (const name of ['size', 'quality', 'background'])
    if (!(name in fields) && actuals[name])
      rows.push({ name, requested: null, actual: actuals[name], verdict: 'chosen' });
  return rows;
}

function verdictOf(requested: string, actual: string | null): RequestedActual['verdict'] {
  if (actual === null) return 'unknown';
  if (requested === actual || (requested === 'jpg' && actual === 'jpeg')) return 'same';
  return requested === 'auto' ? 'chosen' : 'other';
}
