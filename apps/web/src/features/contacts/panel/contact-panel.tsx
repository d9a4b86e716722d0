import { type ContactSheet, loadContactSheet } from '@kirim/contract/contact-sheet'
import type { Contact } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { BellOff, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { Sheet, SheetClose } from '#shared/ui/sheet.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { EditContactDialog } from '../edit/contact-forms.tsx'
import { phoneForDisplay } from '../phone-display.ts'
import { OptOutDialog } from '../selection/selection-dialogs.tsx'
import { useSelectionChange } from '../selection/use-selection-change.ts'
import { PanelCampaigns, PanelConsent, PanelGroups } from './contact-history.tsx'
import { PanelFields } from './contact-panel-fields.tsx'
import { PanelTags } from './contact-panel-tags.tsx'

interface ContactPanelProps {
  /** Null closes the panel. */
  contact: Contact | null
  onClose: () => void
  onDelete: (contact: Contact) => void
}

/** Everything known about a contact, beside the list. */
export function ContactPanel({ contact, onClose, onDelete }: ContactPanelProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      open={contact !== null}
      onOpenChange={(open) => !open && onClose()}
      side="right"
      title={contact ? contact.name : t('Contact')}
    >
      {contact && <PanelContent contact={contact} onLeave={onClose} onDelete={onDelete} />}
    </Sheet>
  )
}

interface PanelContentProps extends Pick<ContactPanelProps, 'onDelete'> {
  contact: Contact
  onLeave: () => void
}

function PanelContent({ contact, onLeave, onDelete }: PanelContentProps) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(loadContactSheet, { params: { id: contact._id } }))
  const shown = query.data?.contact ?? contact
  const [task, setTask] = useState<'edit' | 'optOut' | null>(null)
  const optOut = useSelectionChange(() => undefined)
  return (
    <>
      <header className="flex items-start gap-3 border-b px-5 py-4">
        <Avatar name={shown.name} className="size-10" />
        <div className="min-w-0 flex-1">
          <p className="text-heading font-semibold wrap-anywhere">{shown.name}</p>
          <p className="tnum text-caption text-muted-foreground">
            <PhoneNumber number={phoneForDisplay(shown.phoneNumber)} />
          </p>
          <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
            <Allowed to="contacts:write">
              <Button size="sm" onClick={() => setTask('edit')}>
                <Pencil aria-hidden="true" />
                {t('Edit')}
              </Button>
            </Allowed>
            {query.data && !shown.optedOut && (
              <Allowed to="contacts:write">
                <Button size="sm" disabled={optOut.busy} onClick={() => setTask('optOut')}>
                  <BellOff aria-hidden="true" />
                  {t('Opt out')}
                </Button>
              </Allowed>
            )}
          </div>
        </div>
        <SheetClose asChild>
          <Button variant="ghost" size="icon-sm" aria-label={t('Close')} className="-mr-1.5">
            <X aria-hidden="true" />
          </Button>
        </SheetClose>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {query.data && <PanelSections sheet={query.data} onLeave={onLeave} />}
        {query.isPending && <Loading text={t('Loading contact...')} />}
        {query.isError && !query.data && (
          <ErrorState
            message={messageOf(query.error, t('Failed to load contact.'))}
            query={query}
          />
        )}
      </div>
      <Allowed to="contacts:write">
        <footer className="flex items-center justify-between gap-3 border-t px-5 py-3">
          <Button variant="danger-outline" onClick={() => onDelete(shown)}>
            <Trash2 aria-hidden="true" />
            {t('Delete contact')}
          </Button>
          <span className="text-xs text-muted-foreground">{t('Saved as you type')}</span>
        </footer>
      </Allowed>
      <EditContactDialog contact={task === 'edit' ? shown : null} onClose={() => setTask(null)} />
      {task === 'optOut' && (
        <OptOutDialog
          count={1}
          onClose={() => setTask(null)}
          onConfirm={(change) => {
            setTask(null)
            optOut.start({ who: [{ by: 'ids', ids: [contact._id] }], ...change })
          }}
        />
      )}
    </>
  )
}

function PanelSections({ sheet, onLeave }: { sheet: ContactSheet; onLeave: () => void }) {
  return (
    <div className="divide-y">
      <PanelFields contact={sheet.contact} />
      <PanelTags contact={sheet.contact} />
      <PanelGroups groups={sheet.groups} onLeave={onLeave} />
      <PanelCampaigns campaigns={sheet.campaigns} count={sheet.campaignCount} />
      <PanelConsent isOut={sheet.contact.optedOut === true} changes={sheet.changes} />
    </div>
  )
}
