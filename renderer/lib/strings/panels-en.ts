/** The English sections that only one panel shows, by section: each is fetched together with its panel. */
export const panelsEn = {};
