import { useEffect, useState } from 'react';
import type { CheckPlan, CheckPlanInput } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { queryClient, useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useModels } from '../../../lib/gateway/models/model-list.ts';
import { gapOf, inputOf, type Setup, type SetupGap } from '../model/setup.ts';
import { useSetup } from '../view.ts';

/** Debounce after a change before the plan is updated. */
const debounceMs = 120;

export interface PlanView {
  setup: Setup;
  input: CheckPlanInput;
  gap: SetupGap | null;
  plan: CheckPlan | null;
  /** The plan shown is not yet that of the current settings. */
  isStale: boolean;
  /** Why there is no plan. */
  failure: Failure | null;
}

/** The dry run of a connection's set-up, updated with every change. Nothing is sent to the gateway. */
export function usePlan(connection: Connection): PlanView {
  const setup = useSetup(connection.id);
  const input = inputOf(connection.id, setup);
  const gap = gapOf(setup);
  const asked = useSettled(input);
  const { data, error, isFetching } = useCall('checks', 'plan', asked, { enabled: gap === null, keepPrevious: true });
  const { key } = useActive();
  useReplanWhen(useModels(connection.id, key?.id).dataUpdatedAt, useCall('keys', 'status', {}).dataUpdatedAt);
  const isStale = isFetching || JSON.stringify(asked) !== JSON.stringify(input);
  return {
    setup,
    input,
    gap,
    plan: gap === null ? (data ?? null) : null,
    isStale,
    failure: error ? error.failure : null,
  };
}

/** Returns the value once it has been stable for a moment. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as T;
}

/** A plan also depends on models and keys, whose changes do not invalidate queries about checks. */
function useReplanWhen(...times: number[]): void {
  const key = times.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the lists are newer
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['checks', 'plan'] });
  }, [key]);
}
