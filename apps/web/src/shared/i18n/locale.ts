/** The language as a reader's region writes it; null where the runtime does not know that. */
function inRegionOf(language: string, reader: string): string | null {
  const region = regionOf(reader)
  if (!region) return null
  const locale = `${language}-${region}`
  if (Intl.DateTimeFormat(locale).resolvedOptions().locale === locale) return locale
  // English is read in every region; where it has no form of its own, as the world writes it.
  return language === 'en' ? 'en-001' : null
}

/**
 * How numbers and dates are written: in the chosen language, as the reader's region does.
 * `preferred` is what the browser says of its reader, best first; the region counts, whatever
 * language it stands with.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  for (const reader of preferred) {
    const locale = inRegionOf(language, reader)
    if (locale) return locale
  }
  return language === 'ms' ? 'ms-MY' : language
}

/**
 * 'de' and 'de-DE' → 'DE'; nothing for what is no locale,
 * such as the 'en-US@posix' of some systems.
 */
function regionOf(reader: string): string | undefined {
  try {
    return new Intl.Locale(reader).maximize().region
  } catch {
    return undefined
  }
}
