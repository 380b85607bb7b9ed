import type { ReactNode } from 'react';
import s from './detail.module.css';
import { mask } from './header-origins.ts';

export interface HeaderListProps {
  headers: readonly (readonly [name: string, value: string])[];
  /** Quiet words behind a value. */
  note?: ((name: string, value: string) => string | null) | undefined;
}

/** Headers in the order of the wire, duplicates kept; what was taken out of a value is marked. */
export function HeaderList({ headers, note }: HeaderListProps) {
  return (
    <dl className={s.headers}>
      {headers.map(([name, value], index) => {
        const words = note?.(name, value);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headers may be wholly equal
          <div key={index} className={s.header}>
            <dt>{name}</dt>
            <dd>
              {masked(value)}
              {words && <span className={s.from}>{words}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A value with each mask drawn as one. */
function masked(value: string): ReactNode {
  return value.split(mask).flatMap((part, index) =>
    index === 0
      ? [part]
      : [
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one value never change places
          <span key={index} className={s.mask}>
            {mask}
          </span>,
          part,
        ],
  );
}
