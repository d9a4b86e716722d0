import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { RecipientState } from '@kirim/contract/campaigns'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { recipientLooks } from '#shared/ui/recipient-badge.tsx'
import { openRecipients } from '../list/campaign-list.ts'
import { StandingBar } from '../list/campaign-standing.tsx'
import { useShortReason } from './ledger-sentence.ts'
import { type PeopleView, peopleIn } from './use-people-view.ts'

interface FunnelProps {
  report: CampaignReport
  view: PeopleView
}

/** The funnel from all people to those who answered, and the people outside of it. */
export function FunnelCard({ report, view }: FunnelProps) {
  const { t } = useTranslation()
  const { number, percent } = useFormat()
  const title = useId()
  const { total, counts, partly } = report
  const isCancelled = report.cancelledAt !== null
  const open = openRecipients(report)
  const messaged = counts.sent + counts.delivered + counts.read + partly.sent
  const processed = isCancelled ? messaged : total - open
  const words = { done: number(processed), total: number(total) }
  const tiles = [
    ...(open > 0 ? (['queued'] as const) : []),
    ...(counts.held > 0 ? (['held'] as const) : []),
    ...(['failed', 'skipped'] as const),
  ]
  return (
    <Card aria-labelledby={title} className="min-w-0 overflow-hidden">
      <header className="px-5 pt-4 pb-4 max-sm:px-4">
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <h2 id={title} className="tnum text-title font-semibold">
            {isCancelled
              ? t('{done} of {total} messaged', words)
              : t('{done} of {total} processed', words)}
          </h2>
          <p className="tnum text-caption text-muted-foreground">
            {total > 0 && percent(processed < total ? Math.min(processed / total, 0.999) : 1)}
          </p>
        </div>
        <StandingBar campaign={report} />
      </header>
      <ol>
        {funnelOf(report).map(([word, people, of, classes]) => (
          <li
            key={word}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_4.5rem_11.5rem] items-center gap-x-4 border-t px-5 py-2.5 max-sm:grid-cols-[6rem_minmax(0,1fr)_3.5rem_3.5rem] max-sm:gap-x-3 max-sm:px-4"
          >
            <p className="font-medium">{t(word)}</p>
            <div aria-hidden="true" className="h-5 overflow-hidden rounded-[6px] bg-neutral-soft">
              <div
                className={cn('h-full transition-[width] duration-300 ease-out', classes)}
                style={{ width: `${total > 0 ? (people / total) * 100 : 0}%` }}
              />
            </div>
            <p className="text-right font-semibold">
              <LiveNumber value={people} />
            </p>
            <p className="tnum text-right text-caption text-muted-foreground">
              <Share people={people} of={of} />
            </p>
          </li>
        ))}
      </ol>
      <div className={cn('grid border-t', columns[tiles.length])}>
        {tiles.map((state) => (
          <StateTile key={state} report={report} view={view} state={state} />
        ))}
      </div>
    </Card>
  )
}

const columns: Readonly<Record<number, string>> = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-2 sm:grid-cols-4',
}

const marks = {
  queued: 'bg-neutral-soft ring-1 ring-inset ring-input/60',
  held: 'bg-warning-soft ring-1 ring-inset ring-warning',
  failed: 'bg-chart-5 fill-hatch',
  skipped: 'bg-chart-4',
} as const satisfies Partial<Record<RecipientState, string>>

function Share({ people, of }: { people: number; of: FunnelStep[2] }) {
  const { t } = useTranslation()
  const { percent } = useFormat()
  if (!of) return <span className="max-sm:hidden">{t('in the group')}</span>
  const [before, text] = of
  const share = percent(before > 0 ? Math.min(1, people / before) : 0)
  return (
    <>
      <span className="sm:hidden">{share}</span>
      <span className="max-sm:hidden">{t(text, { share })}</span>
    </>
  )
}

interface StateTileProps extends FunnelProps {
  state: keyof typeof marks
}

/** The people outside of the funnel in one state; pressing it lists them. */
function StateTile({ report, view, state }: StateTileProps) {
  const { t } = useTranslation()
  const people = peopleIn(report, state)
  const isShown = view.shown === state && view.reason === ''
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => view.goTo(isShown ? null : state)}
      className="flex min-w-0 flex-col items-start px-5 py-3 text-left shadow-[-1px_-1px_0_var(--border)] hover:bg-muted/60 aria-pressed:bg-accent max-sm:px-4"
    >
      <span className="inline-flex items-center gap-1.5 text-caption text-muted-foreground">
        <i className={cn('size-2 rounded-[2px]', marks[state])} />
        {t(recipientLooks[state].word)}
      </span>
      <LiveNumber value={people} className="text-title font-semibold" />
      <span className="tnum line-clamp-2 text-xs wrap-anywhere text-muted-foreground">
        <MainReason report={report} state={state} />
      </span>
    </button>
  )
}

function MainReason({ report, state }: { report: CampaignReport; state: RecipientState }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const short = useShortReason()
  if (state === 'held') {
    // In a paused campaign, sending resumes only with its owner.
    if (!report.heldUntil || report.status === 'paused') return null
    const at = moment(report.heldUntil)
    return report.heldUntilIsGuess
      ? t('at least until about {at}', { at })
      : t('until {at}', { at })
  }
  const own = report.reasons.filter((reason) => reason.state === state)
  const [first] = own
  if (!first) return null
  const text = short(first.sentence)
  return own.length === 1 ? text : `${number(first.people)}: ${text}`
}

/** A step; `of` is the earlier step it is a share of, with the text of that share. */
type FunnelStep = [
  word: string,
  people: number,
  of: [people: number, text: string] | null,
  classes: string,
]

/**
 * From all people to those who answered. A step counts everyone who came at least this far, also
 * with a part of a message that failed otherwise.
 */
export function funnelOf({
  counts,
  total,
  answered,
  partly,
}: Pick<CampaignReport, 'counts' | 'total' | 'answered' | 'partly'>): FunnelStep[] {
  const whole = counts.delivered + counts.read
  const read = counts.read + partly.read
  const delivered = whole + partly.delivered
  const sent = counts.sent + whole + partly.sent
  return [
    [textKey('People'), total, null, 'bg-muted-foreground/35'],
    [textKey('Sent'), sent, [total, textKey('{share} of people')], 'bg-chart-3'],
    [textKey('Delivered'), delivered, [sent, textKey('{share} of sent')], 'bg-chart-2'],
    [textKey('Read'), read, [delivered, textKey('{share} of delivered')], 'bg-chart-1'],
    // A share of delivered: people who hide their read receipts may still answer.
    [textKey('Answered'), answered, [delivered, textKey('{share} of delivered')], 'bg-primary'],
  ]
}
