import type { TeamInvitation } from '@kirim/contract/team'
import { Link2, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { TeamRoleBadge } from '../access/role-badge.tsx'
import { SeesWords } from '../access/sees-words.tsx'
import { useNumbers } from '../access/use-numbers.ts'
import { InvitedLinks, type MadeLink } from '../invite/invited-links.tsx'
import { useRenewInvitation, useWithdrawInvitation } from './use-team-actions.ts'

/** The invitations that wait or have expired; for somebody who may not invite, without buttons. */
export function InvitationList({
  invitations,
  mayInvite,
}: {
  invitations: readonly TeamInvitation[]
  mayInvite: boolean
}) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const [link, setLink] = useState<(MadeLink & { open: boolean }) | null>(null)
  return (
    <>
      <h2
        ref={heading}
        id="invitations"
        tabIndex={-1}
        className="flex h-9 items-center border-t bg-muted/60 outline-none px-5 text-xs font-medium text-muted-foreground max-sm:px-4"
      >
        {t('Invitations')}
      </h2>
      <ul aria-labelledby="invitations">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            mayInvite={mayInvite}
            onLink={(made) => setLink({ ...made, open: true })}
            // The button that had the focus goes with its row.
            onWithdrawn={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {link && (
        <Dialog
          open={link.open}
          onOpenChange={(open) => setLink({ ...link, open })}
          size="medium"
          title={t('New link')}
          description={t('The earlier link no longer works. This one works once, for 7 days.')}
          footer={
            <Button variant="primary" onClick={() => setLink({ ...link, open: false })}>
              {t('Done')}
            </Button>
          }
        >
          <InvitedLinks links={[link]} />
        </Dialog>
      )}
    </>
  )
}

interface InvitationRowProps {
  invitation: TeamInvitation
  mayInvite: boolean
  onLink: (link: MadeLink) => void
  onWithdrawn: () => void
}

function InvitationRow({ invitation, mayInvite, onLink, onWithdrawn }: InvitationRowProps) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const renew = useRenewInvitation(onLink)
  const withdraw = useWithdrawInvitation(onWithdrawn)
  const name = invitation.email || t('Anybody with the link')
  const expired = Date.parse(invitation.expiresAt) <= Date.now()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-5 py-3 max-sm:px-4">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full border border-dashed border-input text-muted-foreground"
      >
        {invitation.email ? <Mail className="size-4" /> : <Link2 className="size-4" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span title={name} className="truncate font-medium">
            {name}
          </span>
          <TeamRoleBadge role={invitation.role} />
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-caption text-muted-foreground">
          <span>
            <SeesWords inline access={invitation} numbers={numbers} />.
          </span>
          <Since invitation={invitation} expired={expired} />
        </p>
      </div>
      {mayInvite && (
        <div className="flex gap-1.5 max-sm:w-full">
          <Button
            size="sm"
            aria-label={
              expired ? t('New link for {name}', { name }) : t('Copy link of {name}', { name })
            }
            busy={renew.isPending}
            busyText={t('Creating...')}
            onClick={() => renew.mutate(invitation)}
          >
            <Link2 aria-hidden="true" />
            {expired ? t('New link') : t('Copy link')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('Withdraw the invitation: {name}', { name })}
            busy={withdraw.isPending}
            busyText={t('Withdrawing...')}
            onClick={() => withdraw.mutate(invitation)}
          >
            {t('Withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Since({ invitation, expired }: { invitation: TeamInvitation; expired: boolean }) {
  const { t } = useTranslation()
  const { shortDay, longMonthDay } = useFormat()
  const { createdAt, expiresAt, invitedBy } = invitation
  if (expired) return <span>{t('Expired on {date}.', { date: longMonthDay(expiresAt) })}</span>
  return (
    <span>
      {t('Invited on {day} by {name}. Open until {date}.', {
        day: shortDay(createdAt),
        name: invitedBy,
        date: longMonthDay(expiresAt),
      })}
    </span>
  )
}
