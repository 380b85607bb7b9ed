import type { Judging } from '#shared/contract/judge.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Progress } from '../../../ui/feedback/progress.tsx';
import s from './judge.module.css';

/** How far a grading is, and why it ended early. */
export function JudgingState({ judging: { state, requests, ended, invalid } }: { judging: Judging }) {
  const t = useStrings().compare.judge;
  return (
    <>
      <span className="quiet" role="status">
        {state === 'running' ? t.progress(ended, requests) : invalid > 0 ? t.invalid(invalid) : ''}
      </span>
      {state === 'running' && (
        <span className={s.progress}>
          <Progress value={requests === 0 ? null : ended / requests} label={t.title} />
        </span>
      )}
      {state !== 'running' && state !== 'done' && <span className={s.warn}>{t.states[state]}</span>}
    </>
  );
}
