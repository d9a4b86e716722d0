import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import { Shuffle, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import type { ShownMedia } from '#shared/media/shown-media.ts'
import { WholeMedia } from '#shared/media/whole-media.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { personKey } from './preflight-input.ts'

interface ThreePreviewsProps {
  previews: readonly PreflightPreview[]
  /** How many people the campaign reaches. */
  reached: number
  media: readonly ShownMedia[]
  /** The estimated start, as the time in the bubbles. */
  startsAt: string | null
  /** Whether the message has variations, whose letters are shown. */
  hasWordings: boolean
  onOthers: () => void
}

/** Shows the message as up to three real recipients would get it. */
export function ThreePreviews({
  previews,
  reached,
  media,
  startsAt,
  hasWordings,
  onOthers,
}: ThreePreviewsProps) {
  const { t } = useTranslation()
  const { number, time } = useFormat()
  const [first] = media
  if (previews.every(({ text }) => !text) && !first) return null
  const stamp = startsAt ? { time: time(startsAt), tick: 'pending' as const } : {}
  return (
    <section aria-label={t('Sample messages')} className="overflow-hidden rounded-lg border">
      <div className="flex items-center gap-3 border-b px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">
            {reached > previews.length
              ? t('{n} of {total}', { n: previews.length, total: number(reached) })
              : t('Everyone')}
          </h3>
          <p className="text-xs text-muted-foreground">{t('Sample messages')}</p>
        </div>
        {reached > previews.length && (
          <Button variant="ghost" size="sm" onClick={onOthers}>
            <Shuffle aria-hidden="true" />
            {t('Show others')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-4 bg-chat p-4">
        {previews.map((preview, index) => (
          <li key={personKey(preview.person)}>
            <Reader preview={preview} hasWordings={hasWordings} />
            <ChatBubble
              side="out"
              text={preview.text}
              underlined={preview.fallbacks}
              {...(index === 0 && first && { media: <WholeMedia item={first} /> })}
              {...stamp}
            />
            {index > 0 && first && (
              <p className="mt-1 text-right text-xs text-muted-foreground">
                {t('Same file as above')}
              </p>
            )}
            <Missing preview={preview} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Reader({ preview, hasWordings }: { preview: PreflightPreview; hasWordings: boolean }) {
  const { t } = useTranslation()
  const { name, phoneNumber } = preview.person
  const isNamed = name !== '' && name !== phoneNumber
  return (
    <p className="mb-1.5 flex min-w-0 items-center gap-2 text-xs text-muted-foreground">
      <Avatar name={name || phoneNumber} className="size-6" />
      <span className="truncate font-medium text-foreground">{name || phoneNumber}</span>
      <span className="tnum shrink-0">
        {isNamed ? <PhoneNumber number={phoneNumber} /> : t('no name')}
      </span>
      {hasWordings && (
        <span className="ml-auto shrink-0">
          {t('Variation {letter}', { letter: preview.letter })}
        </span>
      )}
    </p>
  )
}

function Missing({ preview: { missing, fallbacks } }: { preview: PreflightPreview }) {
  const { t } = useTranslation()
  if (missing.length === 0) return null
  const standIns = new Set(fallbacks.map(({ placeholder }) => placeholder))
  const namesOf = (names: readonly string[]) => names.map((name) => `[${name}]`).join(', ')
  const replaced = namesOf(missing.filter((name) => standIns.has(name)))
  const leftOut = namesOf(missing.filter((name) => !standIns.has(name)))
  return (
    <p className="mt-1 flex items-start justify-end gap-1 text-xs text-warning-ink">
      <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere">
        {replaced && t('No value for {names}: the fallback is used.', { names: replaced })}{' '}
        {leftOut && t('No value for {names}: left blank.', { names: leftOut })}
      </span>
    </p>
  )
}
