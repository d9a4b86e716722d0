import { ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** New rows wait here while a pointer or the focus is in the list. */
export function FreshRows({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <button
      type="button"
      onClick={onShow}
      className="tnum absolute top-1.5 left-1/2 z-10 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-primary px-3 text-xs font-medium text-primary-foreground shadow-pop pointer-coarse:h-10"
    >
      <ArrowUp className="size-3.5" aria-hidden="true" />
      {t('{n} new', { n: number(count) })}
    </button>
  )
}
