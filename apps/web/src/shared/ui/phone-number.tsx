import { isMaskedNumber } from '@kirim/contract/person-number'
import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** A number of a person; one that is hidden from the reader says so. */
export function PhoneNumber({ number }: { number: string }) {
  const { t } = useTranslation()
  if (!isMaskedNumber(number)) return number
  const digits = number.replace(/\D/g, '')
  return (
    <span title={t('Number hidden')} className="inline-flex items-center gap-1.5">
      <EyeOff className="size-3.5 shrink-0" aria-hidden="true" />
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">
        {digits ? t('Number hidden, ends {digits}', { digits }) : t('Number hidden')}
      </span>
    </span>
  )
}
