import type { TeamInvitation, TeamMember } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { Link2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import type { Keywords } from '#shared/forms/keywords.ts'
import { useCloseQuestion, useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import { AccessFields } from '../access/access-fields.tsx'
import { givableAccess, lacksNumbers, usualAccess } from '../access/access-values.ts'
import { EmailsField } from './emails-field.tsx'
import { completeEmails, emailProblem, isTooMany } from './invited-emails.ts'
import { InvitedLinks } from './invited-links.tsx'
import { useInvite } from './use-invite.ts'

interface InviteDialogProps {
  open: boolean
  onClose: () => void
  workspace: Workspace
  people: readonly TeamMember[]
  invitations: readonly TeamInvitation[]
}

/** Invites people, and shows their links once. Needs a new key for each use. */
export function InviteDialog({ open, onClose, workspace, people, invitations }: InviteDialogProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const id = useId()
  const closing = useCloseQuestion(onClose)
  const [typed, setTyped] = useState<Keywords>({ words: [], typing: '' })
  const [access, setAccess] = useState(() => givableAccess(usualAccess, workspace))
  const [tried, setTried] = useState<'emails' | 'link' | null>(null)
  const { mutate, data: links, error, isPending } = useInvite()
  const known = { people: emailsOf(people), invited: emailsOf(invitations) }
  const emails = completeEmails(typed)
  const isWrong = (email: string) => emailProblem(email, known) !== null

  function send(event: FormEvent) {
    event.preventDefault()
    setTried('emails')
    setTyped({ words: emails, typing: '' })
    if (emails.length === 0 || isTooMany(emails) || emails.some(isWrong)) return
    if (!lacksNumbers(access)) mutate({ emails, access })
  }
  function makeLink() {
    setTried('link')
    if (!lacksNumbers(access)) mutate({ emails: [], access })
  }

  const linkInstead = { disabled: isPending, onClick: makeLink }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !isPending && closing.onOpenChange(next)}
        size="medium"
        title={t('Invite people to {workspace}', { workspace: workspace.name })}
        description={
          links
            ? t('Each link works once, for 7 days. Send it to the person yourself.')
            : t('Each gets a link that stays open for 7 days.')
        }
        footer={
          links ? (
            <Button variant="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          ) : (
            <>
              <LinkInstead className="mr-auto -ml-2 max-sm:hidden" {...linkInstead} />
              <Button onClick={onClose} disabled={isPending}>
                {t('Cancel')}
              </Button>
              <Button
                type="submit"
                form={id}
                variant="primary"
                disabled={!open}
                busy={isPending}
                busyText={t('Inviting...')}
              >
                {emails.length === 0
                  ? t('Invite people')
                  : t('Invite {n} people', { count: emails.length, n: number(emails.length) })}
              </Button>
            </>
          )
        }
      >
        {links ? (
          <InvitedLinks links={links} />
        ) : (
          <form id={id} noValidate onSubmit={send} className="grid gap-4">
            <Dirty dirty={emails.length > 0} onDirty={closing.onDirty} />
            {error && (
              <Alert title={messageOf(error, t('Nobody was invited. Please try again.'))} />
            )}
            <EmailsField
              value={typed}
              onChange={setTyped}
              problemOf={(email) => emailProblem(email, known)}
              missing={tried === 'emails' && emails.length === 0}
            />
            <AccessFields
              value={access}
              onChange={setAccess}
              disabled={isPending}
              giver={workspace}
              lacksNumbers={tried !== null && lacksNumbers(access)}
            />
            <LinkInstead className="-ml-2 w-fit sm:hidden" {...linkInstead} />
          </form>
        )}
      </Dialog>
      {closing.question}
    </>
  )
}

/** Beside the buttons; on phones below the fields, where it has room. */
function LinkInstead({
  className,
  ...button
}: Pick<ButtonProps, 'className' | 'disabled' | 'onClick'>) {
  const { t } = useTranslation()
  return (
    <Button {...button} variant="ghost" size="sm" className={cn('h-9 text-primary', className)}>
      <Link2 aria-hidden="true" />
      {t('Copy a link instead')}
    </Button>
  )
}

function Dirty(props: { dirty: boolean; onDirty: (dirty: boolean) => void }) {
  useReportDirty(props.dirty, props.onDirty)
  return null
}

function emailsOf(people: readonly { email: string }[]): ReadonlySet<string> {
  return new Set(people.map(({ email }) => email.toLowerCase()))
}
