import type { LearnedLimit } from '#shared/contract/limits.ts';
import { namesField } from '#shared/protocol/field-name.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { ParamRow, type ParamRowProps } from '../../../ui/layout/param-row.tsx';
import { useStrings } from '../../i18n/strings.ts';

export const LimitHint = lazyPart(async () => (await import('./limit-hint.tsx')).LimitHint);

/** One request field: ticked means sent. */
export interface ParameterItem extends Omit<ParamRowProps, 'notSentText' | 'note'> {
  /** Patchbay selects it, until the user decides. */
  added?: boolean;
}

/** Returns the limit that is about a field. A list in a form is called `field[]` on the wire. */
export const limitOf = (limits: readonly LearnedLimit[], name: string): LearnedLimit | undefined =>
  limits.find(({ field }) => field !== null && namesField(field.replace('[]', ''), name));

interface ParameterRowProps extends ParameterItem {
  /** Limits learned from refusals of the route and model; the one about this field is shown. */
  limits: readonly LearnedLimit[];
}

/** One request field in a panel's parameters column: selected means sent. With what is known of it, and its control. */
export function ParameterRow({ limits, added = false, ...row }: ParameterRowProps) {
  const { texts, gateway } = useStrings();
  const limit = limitOf(limits, row.name);
  const note = limit ? <LimitHint limit={limit} /> : added && row.sent && gateway.parameters.added;
  return <ParamRow {...row} notSentText={texts.notSent} note={note} />;
}
