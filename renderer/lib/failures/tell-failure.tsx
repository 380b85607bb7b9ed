import { toast } from '../page/toasts.ts';
import { FailureText } from './failure-text.tsx';
import { failureOf, headlineOf } from './failures.ts';

/** Says a failure that has no place on the page. */
export function notifyFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  toast({ intent: 'bad', title: headlineOf(failure), body: <FailureText failure={failure} brief /> });
}
