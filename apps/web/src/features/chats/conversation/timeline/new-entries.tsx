import { ArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

interface NewEntriesProps {
  /** How many came since the end was on screen; 0 when none did. */
  count: number
  isShown: boolean
  onPress: () => void
}

/** Floats over the timeline while its end is not on screen, and leads there. */
export function NewEntries({ count, isShown, onPress }: NewEntriesProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!isShown) return null
  return (
    // Plain, because `Button` measures itself, and this one is drawn anew with each row.
    <button
      type="button"
      onClick={onPress}
      {...(count === 0 && { 'aria-label': t('To the newest message') })}
      className="absolute right-4 bottom-3 inline-flex h-8 items-center gap-2 rounded-full border bg-card px-2.5 text-caption font-medium shadow-pop hover:bg-accent lg:right-6 pointer-coarse:h-10"
    >
      {count > 0 && <span className="tnum">{t('{n} new', { count, n: number(count) })}</span>}
      <ArrowDown className="size-4" aria-hidden="true" />
    </button>
  )
}
