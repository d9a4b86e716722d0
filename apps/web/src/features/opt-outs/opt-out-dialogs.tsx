import {
  listOptOutChanges,
  OPT_OUT_CHANGES_MAX,
  type OptOut,
  type OptOutChange,
} from '@kirim/contract/opt-outs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { useChangeText } from '#shared/consent/use-change-text.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { useNumberText } from '#shared/ui/person-number.tsx'
import { ImportOptOutsDialog } from './import-opt-outs-dialog.tsx'
import { AddOptOutDialog, RemovalDialog } from './opt-out-forms.tsx'

export type OpenDialog =
  | { kind: 'add'; phoneNumber: string }
  | { kind: 'import' }
  | { kind: 'changes'; person: OptOut }
  | { kind: 'removal'; person: OptOut }
  | null

interface OptOutDialogsProps {
  open: OpenDialog
  onClose: () => void
}

/** All dialogs of the page. */
export function OptOutDialogs({ open, onClose }: OptOutDialogsProps) {
  return (
    <>
      <AddOptOutDialog
        phoneNumber={open?.kind === 'add' ? open.phoneNumber : null}
        onClose={onClose}
      />
      <ImportOptOutsDialog open={open?.kind === 'import'} onClose={onClose} />
      <ChangesDialog person={open?.kind === 'changes' ? open.person : null} onClose={onClose} />
      <RemovalDialog person={open?.kind === 'removal' ? open.person : null} onClose={onClose} />
    </>
  )
}

interface ChangesDialogProps {
  /** Null closes the dialog. */
  person: OptOut | null
  onClose: () => void
}

/** The changes of one person, newest first. */
function ChangesDialog({ person, onClose }: ChangesDialogProps) {
  const { t } = useTranslation()
  const numberText = useNumberText()
  return (
    <Dialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Changes')}
      description={person && (person.name || numberText(person))}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {person && <Changes id={person.id} />}
    </Dialog>
  )
}

function Changes({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(
    callQuery(listOptOutChanges, { params: { id } }),
  )
  if (data) {
    return (
      <>
        <ol className="grid gap-4">
          {data.map((change) => (
            <ChangeEntry key={change.id} change={change} />
          ))}
        </ol>
        {data.length === OPT_OUT_CHANGES_MAX && (
          <p className="tnum mt-4 text-caption text-muted-foreground">
            {t('Only the newest {n} are shown.', { n: OPT_OUT_CHANGES_MAX })}
          </p>
        )}
      </>
    )
  }
  if (!error) return <Loading text={t('Loading changes...')} />
  return (
    <ErrorState
      className="border-0 px-0 py-2"
      message={messageOf(error, t('Failed to load the changes.'))}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  )
}

function ChangeEntry({ change }: { change: OptOutChange }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const { icon: Icon, how, detail } = useChangeText()(change)
  return (
    <li className="flex gap-2.5">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">
          {change.change === 'out' ? t('Opted out') : t('Opted back in')}
        </p>
        <p>{how}</p>
        {detail && <p className="text-caption text-muted-foreground">{detail}</p>}
        <time dateTime={change.at} className="tnum text-caption text-muted-foreground">
          {dateTime(change.at)}
        </time>
      </div>
    </li>
  )
}
