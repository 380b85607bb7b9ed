import type { LearnedLimit } from '#shared/contract/limits.ts';
import { ParamRow, type ParamRowProps } from '../../../ui/layout/param-row.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { LimitHint } from './limit-hint.tsx';

interface ParameterRowProps extends Omit<ParamRowProps, 'notSentText' | 'hint'> {
  hint?: string | undefined;
  /** What refusals taught of the route and model; the one about this field is shown. */
  limits: readonly LearnedLimit[];
}

/** One field of a request in a panel's parameters column: ticked means sent. With what is known of it, and its control. */
export function ParameterRow({ hint, limits, ...row }: ParameterRowProps) {
  const { notSent } = useStrings().texts;
  // A list in a form is called `field[]` on the wire.
  const limit = limits.find(({ field }) => field?.replace('[]', '') === row.name);
  const known = (hint || limit) && (
    <>
      {hint} {limit && <LimitHint limit={limit} />}
    </>
  );
  return <ParamRow {...row} notSentText={notSent} {...(known ? { hint: known } : {})} />;
}
