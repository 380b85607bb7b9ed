import { capabilities, capabilitiesOf, type FoundCapability } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from './model-capabilities.module.css';

const known = new WeakMap<ModelRecord, FoundCapability[]>();

/**
 * Returns the capabilities of a model, in the order of the list of capabilities; cached per record, since lists of
 * thousands ask at every key stroke.
 */
export function capabilitiesFor(model: ModelRecord): FoundCapability[] {
  const before = known.get(model);
  if (before) return before;
  const found = capabilitiesOf(model).sort(
    (first, second) => capabilities.indexOf(first.capability) - capabilities.indexOf(second.capability),
  );
  known.set(model, found);
  return found;
}

/** Capabilities as badges: a solid edge if declared in the model list, a dotted one if inferred from the ID. */
export function ModelCapabilities({ model, most = 3 }: { model: ModelRecord; most?: number }) {
  const { models: t, list } = useStrings().pieces;
  const found = capabilitiesFor(model);
  const more = found.slice(most);
  return (
    <span className={s.capabilities}>
      {found.slice(0, most).map(({ capability, from }) => (
        <span key={capability} className={classes(s.capability, s[from])} title={t.from[from]}>
          {t.capabilities[capability]}
          <span className="sr-only"> {t.from[from]}</span>
        </span>
      ))}
      {more.length > 0 && (
        <span className={s.more} title={list(more.map(({ capability }) => t.capabilities[capability]))}>
          +{more.length}
        </span>
      )}
    </span>
  );
}
