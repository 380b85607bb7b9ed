import type { LucideIcon } from 'lucide-react';
import s from './icon.module.css';

const pixels = { m: 16, s: 14, xs: 12 } as const;

/** A line icon in the interface weight. Without `label` it is decorative and hidden from screen readers. */
export function Icon({ of: Shape, size = 'm', label }: { of: LucideIcon; size?: keyof typeof pixels; label?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { 'aria-label': label, role: 'img' };
  return (
    <Shape
      className={s.icon}
      size={pixels[size]}
      strokeWidth={size === 'xs' ? 1.7 : 1.4}
      absoluteStrokeWidth
      {...named}
    />
  );
}
