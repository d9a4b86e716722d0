import { ArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'

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
    <Button
      size="sm"
      onClick={onPress}
      {...(count === 0 && { 'aria-label': t('To the newest message') })}
      className="absolute right-4 bottom-3 rounded-full shadow-pop lg:right-6"
    >
      {count > 0 && <span className="tnum">{t('{n} new', { count, n: number(count) })}</span>}
      <ArrowDown aria-hidden="true" />
    </Button>
  )
}
