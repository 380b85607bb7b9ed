import { LongText } from '../../ui/text/long-text.tsx';
import { useStrings } from './strings.ts';

/** Plain text of any length that a gateway, a model or the user wrote. */
export function OutsideText({ text }: { text: string }) {
  return <LongText text={text} more={useStrings().pieces.markdown.more} />;
}
