import type { LeftOut, PreflightPeople } from '@kirim/contract/campaign-preflight'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'

interface PeopleSumProps {
  people: PreflightPeople
  groupName: string
  /** The number of people not counted because they were already processed. */
  alreadyWritten: number
}

/** The people of the group, minus those left out by reason, as a sum. */
export function PeopleSum({ people, groupName, alreadyWritten }: PeopleSumProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <dl className="tnum rounded-lg bg-muted/60 px-4 py-1">
      <SumRow
        label={t('In {group}', { group: groupName })}
        note={
          alreadyWritten > 0 && t('Excluding {n} already processed', { n: number(alreadyWritten) })
        }
        count={number(people.total)}
      />
      <LeftOutRow
        label={t('Invalid phone number')}
        note={t('Too few or too many digits')}
        left={people.invalid}
      />
      <LeftOutRow
        label={t('Same person twice')}
        note={t('Same number or same account, counted once')}
        left={people.samePerson}
      />
      <LeftOutRow
        label={t('Opted out')}
        note={t('Skipped in every campaign')}
        left={people.optedOut}
      />
      <LeftOutRow
        label={t('Not on WhatsApp')}
        note={t('Checked through {device}. Results are kept for 7 days.', {
          device: people.checkedThrough,
        })}
        left={people.notOnWhatsApp}
      />
      <SumRow label={t('Will get this message')} count={number(people.reached)} strong />
    </dl>
  )
}

interface SumRowProps {
  label: string
  note?: string | false
  count: string
  strong?: boolean
}

const rowClasses =
  'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t py-2.5 first:border-0'

function SumRow({ label, note, count, strong = false }: SumRowProps) {
  return (
    <div className={cn(rowClasses, strong && 'font-semibold')}>
      <dt className="min-w-0 wrap-anywhere">
        {label}
        {note && <span className="block text-caption text-muted-foreground">{note}</span>}
      </dt>
      <dd className={cn('text-right', !strong && 'font-medium')}>{count}</dd>
    </div>
  )
}

/** Renders nothing when nobody is left out. 'Show' lists the first people. */
function LeftOutRow({ label, note, left }: { label: string; note: string; left: LeftOut }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (left.people === 0) return null
  const more = left.people - left.first.length
  return (
    <div className={rowClasses}>
      <dt className="min-w-0">
        {label}
        <span className="block text-caption text-muted-foreground">{note}</span>
      </dt>
      <dd className="text-right font-medium">−{number(left.people)}</dd>
      <dd className="col-span-full mt-1 text-caption">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={
            isOpen ? t('Hide: {what}', { what: label }) : t('Show: {what}', { what: label })
          }
          onClick={() => setOpen(!isOpen)}
          className="font-medium text-primary underline-offset-4 hover:underline pointer-coarse:py-2"
        >
          {isOpen ? t('Hide') : t('Show')}
        </button>
      </dd>
      <dd id={id} hidden={!isOpen} className="col-span-full mt-2">
        <ul className="grid gap-x-6 gap-y-1 text-caption sm:grid-cols-2">
          {left.first.map(({ name, phoneNumber }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same person may be listed twice
            <li key={index} className="flex min-w-0 justify-between gap-3">
              <span className="truncate">{name || phoneNumber}</span>
              <span className="shrink-0 text-muted-foreground">
                <PhoneNumber number={phoneNumber} />
              </span>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="mt-1 text-caption text-muted-foreground">
            {t('and {n} more', { n: number(more) })}
          </p>
        )}
      </dd>
    </div>
  )
}
