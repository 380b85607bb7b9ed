/** Where the gateway of a connection differs from most: prefixes of routes, key header and others. */
export const gatewayDetails = {
  version: 19,
  sql: `
    -- One object; an absent field has its usual value.
    ALTER TABLE connections ADD COLUMN details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details));
  `,
};
