import type { ReactNode } from 'react';

export type HeadingLevel = 2 | 3 | 4 | 5;

/** A heading at the level its place in the page requires; the look comes from the component around it. */
export function Heading({
  level,
  className,
  children,
}: {
  level: HeadingLevel;
  className?: string | undefined;
  children: ReactNode;
}) {
  const Tag = `h${level}` as const;
  return <Tag className={className}>{children}</Tag>;
}
