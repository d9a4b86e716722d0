import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import { type LucideIcon, Pause, Timer, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { Button } from '#shared/ui/button.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { failsOften, isLive, type NextStep, nextStep } from '../list/campaign-list.ts'
import { useCampaignSentence } from '../list/campaign-standing.tsx'
import { useShortReason } from './ledger-sentence.ts'
import type { PeopleView } from './use-people-view.ts'

interface NoticeProps {
  report: CampaignReport
  view: PeopleView
}

/** Statuses in which nothing is sent. */
const noticeIcons: Partial<Record<CampaignStatus, LucideIcon>> = {
  paused: Pause,
  waiting_number: WifiOff,
  held: Timer,
}

/** The steps that are taken on the devices page. */
const deviceStepLabels: Partial<Record<NextStep, string>> = {
  reconnect: textKey('Reconnect'),
  link_again: textKey('Link again'),
  see_number: textKey('Show the number'),
}

/** Explains the status of a campaign that needs no notice. */
export function StatusSentence({ report }: Pick<NoticeProps, 'report'>) {
  const sentence = useCampaignSentence()(report.sentence)
  const offlineSince = useOfflineSince()
  const isUnknown = offlineSince !== null && isLive(report)
  if (isUnknown || noticeIcons[report.status]) return null
  return <span className="tnum block wrap-anywhere">{sentence}</span>
}

/** Explains why sending has stopped, or stopped for some people, with the next step. */
export function CampaignNotice({ report, view }: NoticeProps) {
  const { t } = useTranslation()
  const sentence = useCampaignSentence()(report.sentence)
  const offlineSince = useOfflineSince()
  if (offlineSince !== null && isLive(report)) return null
  const step = nextStep(report)
  const icon = noticeIcons[report.status]
  const { code } = report.sentence
  const { held } = report.counts
  const namesHeld = code.startsWith('held_new_chats')
  const resumesByItself = isLive(report) && report.status !== 'waiting_number'
  const listedState = namesHeld && held > 0 ? 'held' : code === 'paused_failures' ? 'failed' : null
  return (
    <>
      {icon && (
        <Notice icon={icon} title={sentence} onShow={listedState && (() => view.goTo(listedState))}>
          {step && step in deviceStepLabels && (
            <Allowed to="numbers:write">
              <Button size="sm" asChild>
                <Link to="/scan-device">{t(deviceStepLabels[step] ?? '')}</Link>
              </Button>
            </Allowed>
          )}
        </Notice>
      )}
      {resumesByItself && held > 0 && !namesHeld && <HeldNotice report={report} view={view} />}
      {isLive(report) && failsOften(report) && <FailureNotice report={report} view={view} />}
    </>
  )
}

/** WhatsApp holds some people back while sending to the others continues. */
function HeldNotice({ report, view }: NoticeProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const { counts, heldUntil, heldUntilIsGuess } = report
  const values = {
    count: counts.held,
    n: number(counts.held),
    at: heldUntil ? moment(heldUntil) : '',
  }
  return <Notice icon={Timer} title={title()} text={text()} onShow={() => view.goTo('held')} />

  function text(): string {
    // The limit has ended, but their turn has not come yet.
    if (!heldUntil)
      return t('WhatsApp limited new chats. Sending resumes automatically; no one is skipped.')
    return heldUntilIsGuess
      ? t(
          'WhatsApp limits new chats and has not said until when. People who have messaged the number still get theirs. Sending resumes automatically; no one is skipped.',
        )
      : t(
          'WhatsApp limits new chats until then. People who have messaged the number still get theirs. Sending resumes automatically; no one is skipped.',
        )
  }

  function title(): string {
    if (!heldUntil) return t('{n} people are waiting.', values)
    return heldUntilIsGuess
      ? t('{n} people are waiting, at least until about {at}.', values)
      : t('{n} people are waiting until {at}.', values)
  }
}

function FailureNotice({ report, view }: NoticeProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const short = useShortReason()
  const first = report.reasons.find(({ state }) => state === 'failed')
  return (
    <Notice
      icon={TriangleAlert}
      title={t('{n} messages have failed so far.', {
        count: report.failed,
        n: number(report.failed),
      })}
      text={first && `${number(first.people)}: ${short(first.sentence)}.`}
      onShow={() => view.goTo('failed')}
    />
  )
}

interface NoticeBoxProps {
  icon: LucideIcon
  title: string
  text?: string | undefined
  /** Lists the people concerned. */
  onShow: (() => void) | null
  /** A next step that is not an action of the campaign itself. */
  children?: ReactNode
}

function Notice({ icon: Icon, title, text, onShow, children }: NoticeBoxProps) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-lg bg-warning-soft p-3.5 text-warning-ink max-sm:flex-wrap"
    >
      <Icon className="size-[18px] stroke-2 max-sm:self-start" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="tnum font-medium wrap-anywhere">{title}</p>
        {text && <p className="tnum text-caption wrap-anywhere">{text}</p>}
      </div>
      <div className="text-foreground empty:hidden max-sm:w-full max-sm:pl-[30px]">
        {children}
        {onShow && (
          <Button size="sm" onClick={onShow}>
            {t('Show them')}
          </Button>
        )}
      </div>
    </div>
  )
}
