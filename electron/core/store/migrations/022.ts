/** Presets of parameters become saved entries beside the prompts; until now the page kept them in one setting. */
export const savedPresets = {
  version: 22,
  sql: `
    -- The scope and the values of a preset; null for a prompt. The key of its name is followed by a line with its scope.
    ALTER TABLE prompts ADD COLUMN preset TEXT CHECK (preset IS NULL OR json_valid(preset));

    INSERT OR IGNORE INTO prompts (id, name, name_key, text, defaults, revision, updated_at, preset)
    SELECT lower(hex(randomblob(16))), name, lower(name) || char(10) || scope, '', '{}', 1, unixepoch() * 1000,
      json_object('scope', scope, 'values', json(content))
    FROM (
      SELECT row.value ->> '$.name' AS name, row.value ->> '$.scope' AS scope, row.value -> '$.values' AS content
      FROM settings, json_each(settings.value, '$.presets') AS row
      WHERE settings.name = 'parameter-presets' AND row.type = 'object'
    )
    WHERE typeof(name) = 'text' AND name <> '' AND typeof(scope) = 'text' AND json_type(content) = 'object';

    DELETE FROM settings WHERE name = 'parameter-presets';
  `,
};
