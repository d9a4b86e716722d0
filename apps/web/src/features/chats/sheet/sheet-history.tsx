import type { ContactSheet } from '@kirim/contract/contact-sheet'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { PersonBadge } from '#shared/ui/recipient-badge.tsx'
import { CampaignStatusBadge } from '#shared/ui/status-badge.tsx'
import { Nothing, SheetSection } from './sheet-section.tsx'

/** The groups and segments that a contact is in. */
export function SheetGroups({ groups }: Pick<ContactSheet, 'groups'>) {
  const { t } = useTranslation()
  return (
    <SheetSection title={t('Groups')}>
      {groups.length === 0 && <Nothing>{t('Not in any group.')}</Nothing>}
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {groups.map(({ _id, groupName }) => (
          <li key={_id} className="max-w-full">
            <Link
              to={`/contacts?group=${encodeURIComponent(_id)}`}
              className="underline decoration-input underline-offset-4 wrap-anywhere hover:decoration-2 pointer-coarse:inline-flex pointer-coarse:min-h-9 pointer-coarse:items-center"
            >
              {groupName}
            </Link>
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}

/** The newest campaigns of a contact, and what became of the person in each. */
export function SheetCampaigns({
  campaigns,
  campaignCount,
}: Pick<ContactSheet, 'campaigns' | 'campaignCount'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const momentText = useMomentText()
  return (
    <SheetSection
      title={t('Campaigns')}
      aside={
        campaigns.length > 0 && (
          <span className="tnum text-caption text-muted-foreground">
            {campaignCount > campaigns.length
              ? t('{n} of {total}', {
                  n: number(campaigns.length),
                  total: number(campaignCount),
                })
              : number(campaignCount)}
          </span>
        )
      }
    >
      {campaigns.length === 0 && <Nothing>{t('Not in any campaign yet.')}</Nothing>}
      <ul className="-my-1.5 empty:hidden">
        {campaigns.map(({ campaignId, campaignName, isDraft, person }) => (
          <li key={campaignId} className="flex items-center gap-2 py-1.5">
            <Link
              to={`/campaigns/${encodeURIComponent(campaignId)}`}
              className="min-w-0 flex-1 underline-offset-4 hover:underline"
            >
              <span className="block truncate font-medium">{campaignName}</span>
              {person.at && (
                <span className="tnum block text-xs text-muted-foreground">
                  {momentText(person.at)}
                </span>
              )}
            </Link>
            {isDraft ? <CampaignStatusBadge status="draft" /> : <PersonBadge person={person} />}
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
