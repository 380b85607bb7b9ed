import {
  Ban,
  Braces,
  Check,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  CircleQuestionMark,
  Clock,
  KeyRound,
  Lock,
  type LucideIcon,
  Minus,
  Power,
} from 'lucide-react';
import { Icon } from '../../../ui/base/icon.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import type { CellFace, VerdictGroup } from '../model/verdicts.ts';

const faceIcons: Record<Exclude<CellFace, 'probing'>, LucideIcon> = {
  works: Check,
  exists: CircleCheck,
  'works-with-warnings': CircleQuestionMark,
  'shape-unexpected': CircleQuestionMark,
  quota: Clock,
  overloaded: Clock,
  'timed-out': Clock,
  'key-refused': KeyRound,
  'key-missing': KeyRound,
  'key-style': KeyRound,
  forbidden: Lock,
  'parameter-refused': Braces,
  'upstream-down': Power,
  'route-absent': Ban,
  'model-not-on-route': Minus,
  unsupported: Ban,
  unclear: CircleDotDashed,
  'not-tried': Minus,
  'skipped-costly': Minus,
  waiting: CircleDashed,
};

/** The icon of a verdict, shown beside its name. */
export const VerdictGlyph = ({ face }: { face: CellFace }) =>
  face === 'probing' ? <Led state="live" size="sm" /> : <Icon of={faceIcons[face]} size="xs" />;

/** The icon of a chip: that of its most common verdict. */
export const groupFaces: Record<VerdictGroup, CellFace> = {
  works: 'works',
  exists: 'exists',
  odd: 'shape-unexpected',
  limited: 'quota',
  refused: 'key-refused',
  absent: 'route-absent',
  open: 'not-tried',
};
