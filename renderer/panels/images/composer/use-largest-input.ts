import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { familyInForm, modelOf, useForm } from '../form.ts';
import { imageFamilies } from '../model/image-families.ts';

/** What edit routes take at most where nothing else is known. */
const usualBytes = 50_000_000;

/** Bytes that an input may have: what the model is known to take, or less where a refusal taught that. */
export function useLargestInput(): number {
  const form = useForm();
  const { connection } = useActive();
  const limits = useLimits(connection?.id, 'images.edits', modelOf(form));
  const learned = limits
    .filter(({ kind }) => kind === 'largest-body')
    .flatMap(({ allowed }) => allowed.map(Number).filter((bytes) => bytes > 0));
  return Math.min(imageFamilies[familyInForm(form)].largestInput || usualBytes, ...learned);
}
