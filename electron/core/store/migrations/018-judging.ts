/** What comparisons cost, and the requests to a model that grades their replies. */
export const judging = {
  version: 18,
  sql: `
    -- One sum per currency.
    ALTER TABLE compare_runs ADD COLUMN spent TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(spent));
    -- Requests whose cost is not known.
    ALTER TABLE compare_runs ADD COLUMN unpriced INTEGER NOT NULL DEFAULT 0;
    -- The newest grading, without its counts; null before the first.
    ALTER TABLE compare_runs ADD COLUMN judging TEXT CHECK (judging IS NULL OR json_valid(judging));

    CREATE TABLE compare_judgements (
      run_id TEXT NOT NULL REFERENCES compare_runs (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      state TEXT NOT NULL,
      -- Whether it has an end without valid scores.
      is_invalid INTEGER NOT NULL,
      content TEXT NOT NULL CHECK (json_valid(content)),
      PRIMARY KEY (run_id, id)
    ) STRICT;
  `,
};
