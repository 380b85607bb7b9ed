/** The address that a check tested: the connection may be changed or deleted later. */
export const checkedAddress = {
  version: 20,
  sql: `
    -- NULL for a run of an earlier release.
    ALTER TABLE check_runs ADD COLUMN base_address TEXT;
  `,
};
