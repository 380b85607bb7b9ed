/**
 * Requests that are made to be refused are told from failures: by exchange, in the indexes that answer every filter, and
 * by run. A verdict of a check that rests on such a refusal has a word of its own.
 */
export const plannedRefusals = {
  version: 12,
  sql: `
    ALTER TABLE exchanges ADD COLUMN planned_refusal INTEGER NOT NULL DEFAULT 0;
    UPDATE exchanges SET planned_refusal = 1 WHERE id IN (
      SELECT cell ->> '$.exchangeId' FROM check_cells WHERE verdict = 'works' AND cell ->> '$.proof' = 'refused'
    );
    DROP INDEX exchanges_facts;
    CREATE INDEX exchanges_facts ON exchanges (
      started_at, state, planned_refusal, status, pinned, origin, route_id, failure_code, key_alias, model, connection_id,
      stored_bytes
    );
    DROP INDEX exchanges_groups;
    CREATE INDEX exchanges_groups ON exchanges (route_id, origin, state, planned_refusal, pinned, stored_bytes);

    ALTER TABLE check_runs ADD COLUMN planned_refusals INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE check_runs ADD COLUMN controls INTEGER NOT NULL DEFAULT 0;
    UPDATE check_runs SET planned_refusals = (
      SELECT count(*) FROM check_cells
      WHERE run_id = check_runs.id AND cell ->> '$.action' = 'refusal' AND cell ->> '$.exchangeId' IS NOT NULL
    );
    UPDATE check_cells SET verdict = 'exists', cell = json_set(cell, '$.verdict', 'exists')
    WHERE verdict = 'works' AND cell ->> '$.proof' = 'refused';
  `,
};
