/** The country (ISO 3166 alpha-2) of the numbers that a user writes without a country code. */
export type CountryOf = (userId: string) => Promise<string>
