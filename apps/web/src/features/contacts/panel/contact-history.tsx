import type { ContactSheet } from '@kirim/contract/contact-sheet'
import { BellOff, CircleCheck, ListFilter, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useChangeText } from '#shared/consent/use-change-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { PersonBadge } from '#shared/ui/recipient-badge.tsx'
import { CampaignStatusBadge } from '#shared/ui/status-badge.tsx'
import { PanelSection } from './panel-section.tsx'

interface PanelGroupsProps extends Pick<ContactSheet, 'groups'> {
  /** Called when a group was chosen, which the page behind the panel shows. */
  onLeave: () => void
}

/** Groups and segments that a contact is in. */
export function PanelGroups({ groups, onLeave }: PanelGroupsProps) {
  const { t } = useTranslation()
  return (
    <PanelSection title={t('Groups and segments')}>
      {groups.length === 0 ? (
        <p className="text-caption text-muted-foreground">{t('Not in any group.')}</p>
      ) : (
        <ul className="grid gap-1">
          {groups.map(({ _id, groupName, isSegment }) => {
            const Icon = isSegment ? ListFilter : Users
            return (
              <li key={_id}>
                <Link
                  to={`/contacts?group=${encodeURIComponent(_id)}`}
                  onClick={onLeave}
                  className="inline-flex min-h-7 items-center gap-2 underline underline-offset-4 wrap-anywhere hover:decoration-2 pointer-coarse:min-h-11"
                >
                  <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
                  {groupName}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </PanelSection>
  )
}

interface PanelCampaignsProps extends Pick<ContactSheet, 'campaigns'> {
  count: number
}

/** The newest campaigns of a contact, with the contact's state in each. */
export function PanelCampaigns({ campaigns, count }: PanelCampaignsProps) {
  const { t } = useTranslation()
  const { number, shortDay } = useFormat()
  return (
    <PanelSection
      title={t('Campaigns')}
      aside={
        count > campaigns.length && (
          <span className="tnum text-xs text-muted-foreground">
            {t('{n} of {total}', { n: number(campaigns.length), total: number(count) })}
          </span>
        )
      }
    >
      {campaigns.length === 0 ? (
        <p className="text-caption text-muted-foreground">{t('Not in any campaign yet.')}</p>
      ) : (
        <ul className="divide-y">
          {campaigns.map(({ campaignId, campaignName, isDraft, person }) => (
            <li key={campaignId} className="flex min-h-11 items-center gap-3 py-1.5">
              <Link
                to={`/campaigns/${encodeURIComponent(campaignId)}`}
                className="min-w-0 flex-1 font-medium underline-offset-4 wrap-anywhere hover:underline"
              >
                {campaignName}
              </Link>
              {isDraft ? <CampaignStatusBadge status="draft" /> : <PersonBadge person={person} />}
              <span className="tnum w-20 shrink-0 text-right text-caption text-muted-foreground">
                {person.at && shortDay(person.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

interface PanelConsentProps extends Pick<ContactSheet, 'changes'> {
  isOut: boolean
}

/** Whether a contact may be messaged, and the history of that. */
export function PanelConsent({ isOut, changes }: PanelConsentProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const textOf = useChangeText()
  return (
    <PanelSection title={t('Consent')}>
      <p className="flex items-center gap-2">
        {isOut ? (
          <BellOff className="size-4 text-warning" aria-hidden="true" />
        ) : (
          <CircleCheck className="size-4 text-success" aria-hidden="true" />
        )}
        {isOut ? t('Opted out: campaigns skip this person.') : t('Can receive messages')}
      </p>
      {changes.length > 0 && (
        <ul className="mt-2 grid gap-1.5 text-caption text-muted-foreground">
          {changes.map((change) => {
            const { how, detail } = textOf(change)
            const what = change.change === 'out' ? t('Opted out') : t('Opted back in')
            return (
              <li key={change.id} className="wrap-anywhere">
                {[`${what}, ${dateTime(change.at)}`, how, detail].filter(Boolean).join(' · ')}
              </li>
            )
          })}
        </ul>
      )}
    </PanelSection>
  )
}
