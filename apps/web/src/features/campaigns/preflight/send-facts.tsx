import type { PreflightPeople } from '@kirim/contract/campaign-preflight'
import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import type { Device } from '@kirim/contract/devices'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'

interface SendFactsProps {
  /** The devices that send it, its own first; undefined for one that is no longer linked. */
  senders?: readonly (Device | undefined)[]
  groupName: string
  estimate: CampaignEstimate
  /** The recipients and the people left out, if checked. */
  people?: PreflightPeople
  minSeconds: number
  maxSeconds: number
}

/** The facts of a send: number, people, start and end. */
export function SendFacts({
  senders,
  groupName,
  estimate,
  people: checked,
  minSeconds,
  maxSeconds,
}: SendFactsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const peopleText = usePeopleText()
  const leftOut = useLeftOutWords()
  const { people, alreadyWritten, ahead, startsAt, endsAt, isOffline, isWaited } = estimate
  const unknown = (offline: string) => {
    if (isOffline) return offline
    return isWaited ? t('Not known yet') : t('In more than a year')
  }
  return (
    <dl className="tnum mt-4 divide-y border-y">
      {senders && <From senders={senders} />}
      <Fact
        term={t('To')}
        note={[
          alreadyWritten > 0
            ? t('{group}; {n} already processed, will not get it again', {
                group: groupName,
                n: number(alreadyWritten),
              })
            : groupName,
          ...leftOut(checked),
        ].join('; ')}
      >
        {checked && checked.reached < checked.total
          ? t('{n} of {total} people', {
              n: number(checked.reached),
              total: number(checked.total),
            })
          : peopleText(people)}
      </Fact>
      <Fact
        term={t('Starts')}
        note={
          ahead > 0 &&
          t('Queue ahead on this number: {n} people', { count: ahead, n: number(ahead) })
        }
      >
        {startsSoon(startsAt)
          ? t('Now')
          : startsAt
            ? moment(startsAt)
            : unknown(t('Once connected'))}
      </Fact>
      <Fact
        term={t('Ends')}
        note={
          minSeconds === maxSeconds
            ? t('{s} s apart', { s: minSeconds })
            : t('{min} to {max} s apart', { min: minSeconds, max: maxSeconds })
        }
      >
        {endsAt ? moment(endsAt, true) : unknown(t('Not known yet'))}
      </Fact>
    </dl>
  )
}

function From({ senders }: Required<Pick<SendFactsProps, 'senders'>>) {
  const { t } = useTranslation()
  const [own, ...others] = senders
  const named = (device: Device | undefined) =>
    device?.name || device?.number || t('A device that is no longer linked')
  if (others.length === 0) {
    return (
      <Fact
        term={t('From')}
        note={
          own?.connected
            ? own.number
            : t('{number}, not connected. Sending starts once it reconnects.', {
                number: own?.number ?? '',
              })
        }
      >
        {named(own)}
      </Fact>
    )
  }
  const away = senders.filter((device) => !device?.connected).map(named)
  return (
    <Fact
      term={t('From')}
      note={[
        t('Each person gets one message, from one of these numbers.'),
        away.length > 0 && t('Not connected: {devices}.', { devices: away.join(', ') }),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {senders.map((device, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: removed devices have no id
        <span key={place} className="block">
          {named(device)}
        </span>
      ))}
    </Fact>
  )
}

const SOON_MS = 60_000

/** Whether sending starts within a minute. */
export function startsSoon(startsAt: string | null): boolean {
  return startsAt !== null && Date.parse(startsAt) - Date.now() < SOON_MS
}

/** 484 → "484 people" */
export function usePeopleText(): (n: number) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (n) => t('{n} people', { count: n, n: number(n) })
}

/** Why people are left out, most important first: "6 twice", "14 opted out". */
function useLeftOutWords(): (people: PreflightPeople | undefined) => string[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (people) => {
    if (!people) return []
    const { samePerson, optedOut, notOnWhatsApp, invalid } = people
    const n = (count: number) => ({ n: number(count) })
    return [
      samePerson.people > 0 && t('{n} listed twice', n(samePerson.people)),
      optedOut.people > 0 && t('{n} opted out', n(optedOut.people)),
      notOnWhatsApp.people > 0 && t('{n} not on WhatsApp', n(notOnWhatsApp.people)),
      invalid.people > 0 && t('{n} with an invalid phone number', n(invalid.people)),
    ].filter((words) => words !== false)
  }
}

function Fact({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">
        <span className="block font-medium">{children}</span>
        {note && <span className="block text-caption text-muted-foreground">{note}</span>}
      </dd>
    </div>
  )
}
