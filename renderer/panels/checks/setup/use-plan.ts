import { useEffect, useState } from 'react';
import type { CheckPlan, CheckPlanInput } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { queryClient, useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useModels } from '../../../lib/gateway/models/model-list.ts';
import { gapOf, inputOf, type Setup, type SetupGap } from '../model/setup.ts';
import { useSetup } from '../view.ts';

/** Quiet time after a change before it is planned anew. */
const debounceMs = 120;

export interface PlanView {
  setup: Setup;
  input: CheckPlanInput;
  gap: SetupGap | null;
  plan: CheckPlan | null;
  /** The plan shown is not yet that of the present choices. */
  isStale: boolean;
  /** Why there is no plan. */
  failure: Failure | null;
}

/** The dry run of the set-up of a connection, kept up with every choice. Nothing is sent to the gateway. */
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

/** The value once it has stood still for a moment. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as T;
}

/** A plan is made from models and keys too, and their changes do not make answers about checks stale. */
function useReplanWhen(...times: number[]): void {
  const key = times.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer lists are the occasion
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['checks', 'plan'] });
  }, [key]);
}
