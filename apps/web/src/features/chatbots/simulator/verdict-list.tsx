import type { ItemVerdict } from '@kirim/contract/chatbot-tools'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { ItemLink } from '../item-link.tsx'
import { verdictText } from './verdict-text.ts'

interface VerdictListProps {
  deviceId: string
  verdicts: readonly ItemVerdict[]
}

/** Collapsed: every item that did not answer, and why. */
export function VerdictList({ deviceId, verdicts }: VerdictListProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const others = verdicts.filter(({ fired }) => !fired)
  if (others.length === 0) return null
  return (
    <details className="group border-t">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-5 py-3.5 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        {t('Why the others did not answer')}
        <span className="tnum text-caption font-normal text-muted-foreground">
          {number(others.length)}
        </span>
      </summary>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard, too
        tabIndex={0}
        aria-label={t('Why the others did not answer')}
        className="scroll-shade max-h-80 divide-y overflow-y-auto border-t"
      >
        {others.map((verdict) => (
          <li
            key={verdict.itemId}
            className="grid gap-x-4 px-5 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <ItemLink
              deviceId={deviceId}
              itemId={verdict.itemId}
              className="justify-self-start font-medium wrap-anywhere hover:underline"
            >
              {verdict.name}
            </ItemLink>
            <span className="wrap-anywhere text-muted-foreground">{verdictText(verdict, t)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
