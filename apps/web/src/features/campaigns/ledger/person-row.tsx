import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, useId } from 'react'
import { cn } from '#shared/ui/cn.ts'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { PersonBadge } from '#shared/ui/recipient-badge.tsx'
import { useLedgerSentence, usePersonTime } from './ledger-sentence.ts'
import { PersonDetails } from './person-details.tsx'

export const wideColumns =
  'grid-cols-[minmax(0,1.25fr)_8rem_7rem_6.5rem_minmax(0,2.4fr)] lg:grid-cols-[minmax(0,1.15fr)_8.5rem_7.5rem_8rem_minmax(0,2.4fr)]'

interface PersonRowProps {
  campaignId: string
  person: LedgerPerson
  /** The place in the list, from 0. */
  index: number
  isWide: boolean
  isOpen: boolean
  onToggle: (id: string | null) => void
  onKey: (event: KeyboardEvent, index: number) => void
}

/** One person; pressing the row shows the timeline and the messages. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { campaignId, person, index, isWide, isOpen } = props
  const details = useId()
  return (
    <>
      <tr
        aria-rowindex={index + 2}
        className={cn(
          'relative grid border-t transition-colors duration-100 hover:bg-muted/60',
          isWide
            ? `min-h-12 items-center gap-x-3 px-5 py-2 ${wideColumns}`
            : 'grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-3',
          isWide && index === 0 && 'border-t-0',
          isOpen && 'bg-muted/60',
        )}
      >
        <Cells {...props} details={details} />
      </tr>
      {isOpen && (
        <tr id={details} className="block bg-muted/60">
          <td colSpan={isWide ? 5 : 2} className="block px-5 pb-4 max-sm:px-3">
            <PersonDetails campaignId={campaignId} person={person} />
          </td>
        </tr>
      )}
    </>
  )
})

type CellsProps = PersonRowProps & { details: string }

/** On phones the number and the sentence are below the name, the time is below the status. */
function Cells(props: CellsProps) {
  const { person, isWide } = props
  const sentence = useLedgerSentence()(person.sentence)
  const moment = usePersonTime()
  const at = person.answeredAt ?? person.at
  const time = at && <time dateTime={at}>{moment(at)}</time>
  if (isWide) {
    return (
      <>
        <td className="min-w-0">
          <Toggle {...props} />
        </td>
        <td className="tnum truncate text-muted-foreground">
          <PhoneNumber number={person.phoneNumber} />
        </td>
        <td>
          <PersonBadge person={person} />
        </td>
        <td className="tnum text-caption text-muted-foreground">{time}</td>
        <td className="text-caption wrap-anywhere">{sentence}</td>
      </>
    )
  }
  return (
    <>
      <td className="min-w-0">
        <Toggle {...props} />
        <p className="tnum pl-[26px] text-caption text-muted-foreground">
          <PhoneNumber number={person.phoneNumber} />
        </p>
        <p className="pt-0.5 pl-[26px] text-caption wrap-anywhere">{sentence}</p>
      </td>
      <td className="text-right">
        <PersonBadge person={person} />
        <p className="tnum text-caption text-muted-foreground">{time}</p>
      </td>
    </>
  )
}

function Toggle({ person, index, isOpen, onToggle, onKey, details }: CellsProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? details : undefined}
      onClick={() => onToggle(isOpen ? null : person.id)}
      onKeyDown={(event) => onKey(event, index)}
      className="flex w-full min-w-0 items-center gap-2.5 text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring"
    >
      <ChevronRight
        aria-hidden="true"
        className={cn(
          'size-4 shrink-0 text-muted-foreground transition-transform duration-100',
          isOpen && 'rotate-90',
        )}
      />
      <span title={person.name} className="min-w-0 truncate">
        {person.name || person.phoneNumber}
      </span>
    </button>
  )
}
