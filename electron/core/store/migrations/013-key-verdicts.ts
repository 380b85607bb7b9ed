/** A check tells a key that was never sent, and one that was sent in the wrong way, from a key that was refused. */
export const keyVerdicts = {
  version: 13,
  sql: `
    UPDATE check_cells SET verdict = cell ->> '$.failure.code', cell = json_set(cell, '$.verdict', cell ->> '$.failure.code')
    WHERE verdict = 'key-refused' AND cell ->> '$.failure.code' IN ('key-missing', 'key-style');
  `,
};
