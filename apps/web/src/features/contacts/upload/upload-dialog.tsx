import { type ImportResult, uploadContacts } from '@kirim/contract/contact-import'
import type { ContactGroup } from '@kirim/contract/contacts'
import type { ImportProgress } from '@kirim/contract/realtime'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import {
  LabelledProgress,
  SpreadsheetImportDialog,
} from '#shared/spreadsheet/spreadsheet-import-dialog.tsx'
import { useSpreadsheetImport } from '#shared/spreadsheet/use-spreadsheet-import.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxChoice } from '#shared/ui/checkbox-choice.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useContactsRefresh } from '../contact-queries.ts'
import { CreateGroupDialog } from '../groups/group-dialogs.tsx'
import { type ColumnChoice, useColumnChoices } from './column-choices.ts'
import { UploadPreview } from './upload-preview.tsx'

interface UploadDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ContactGroup[]
  /** The initial group; null for none. */
  groupId: string | null
  onImported: (groupId: string) => void
}

export function UploadDialog({ open, onOpenChange, ...rest }: UploadDialogProps) {
  // Each opening starts empty; an upload in progress keeps the dialog open.
  return open ? <OpenUploadDialog {...rest} onClose={() => onOpenChange(false)} /> : null
}

interface OpenUploadDialogProps extends Omit<UploadDialogProps, 'open' | 'onOpenChange'> {
  onClose: () => void
}

function OpenUploadDialog({ groups, groupId, onImported, onClose }: OpenUploadDialogProps) {
  const { t } = useTranslation()
  const [chosenGroup, setChosenGroup] = useState(groupId ?? '')
  const [isGroupMissing, setGroupMissing] = useState(false)
  const [takeNames, setTakeNames] = useState(false)
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const source = useSpreadsheetImport<ImportResult>()
  const columns = useColumnChoices(source)
  const refresh = useContactsRefresh()
  const importText = useImportText()
  const { file, sheet, busy, state } = source
  const isSent = state.step === 'sending' && state.fraction >= 1
  useRealtimeEvent('import_progress', (next) => setProgress(isSent ? next : null))

  const submit = async () => {
    const isReady = source.isReady()
    setGroupMissing(!chosenGroup)
    if (!isReady) return
    columns.check()
    const { mapping } = columns
    if (!chosenGroup || !mapping) return
    setProgress(null)
    const body = { groupId: chosenGroup, takeNames, mapping }
    const result = await source.start((file, options) =>
      request(uploadContacts, { body, file }, options),
    )
    if (result) onImported(chosenGroup)
    await refresh()
  }
  const groupName = groups.find(({ _id }) => _id === chosenGroup)?.groupName ?? ''
  const isDone = state.step === 'done'
  return (
    <SpreadsheetImportDialog
      source={source}
      size={sheet && !isDone ? 'large' : 'small'}
      title={t('Upload Contacts from File')}
      description={
        isDone
          ? t('{file} into {group}.', { file: file?.name ?? '', group: groupName })
          : t('A spreadsheet with a name and a phone number in each row.')
      }
      action={t('Upload')}
      onImport={() => void submit()}
      onClose={onClose}
      progress={progress && <RowProgress {...progress} />}
      outcome={(result) => (
        <>
          <Alert tone={result.refused > 0 ? 'warning' : 'success'}>{importText(result)}</Alert>
          <RefusedRows {...result} file={file} mapping={columns.mapping} />
        </>
      )}
    >
      <GroupChoice
        groups={groups}
        groupId={chosenGroup}
        problem={isGroupMissing ? t('No Group Selected') : undefined}
        disabled={busy}
        onGroup={(id) => {
          setChosenGroup(id)
          setGroupMissing(false)
        }}
      />
      <CheckboxChoice
        checked={takeNames}
        disabled={busy}
        onChange={setTakeNames}
        label={t('Overwrite names with those in the file')}
        hint={t('Otherwise people already in your contacts keep their names.')}
      />
      {file && sheet && (
        <UploadPreview
          file={file}
          sheet={sheet}
          reading={source.reading}
          columns={columns}
          busy={busy}
          isCurrent={!source.isReading && !busy}
          onReading={source.readAgain}
          onChoices={(choices: readonly ColumnChoice[]) => {
            const mapping = columns.choose(choices)
            if (mapping) source.readAgain(source.reading, mapping)
          }}
        />
      )}
    </SpreadsheetImportDialog>
  )
}

interface GroupChoiceProps {
  groups: readonly ContactGroup[]
  groupId: string
  problem: string | undefined
  disabled: boolean
  onGroup: (groupId: string) => void
}

/** The group to import into, or a new one. */
function GroupChoice({ groups, groupId, problem, disabled, onGroup }: GroupChoiceProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [isCreating, setCreating] = useState(false)
  const options = groups.map(({ _id, groupName, contactCount }) => ({
    value: _id,
    label: groupName,
    detail: number(contactCount),
  }))
  return (
    <div className="flex items-start gap-2">
      <Field label={t('Contact group')} error={problem} className="flex-1">
        <Select
          value={groupId}
          onValueChange={onGroup}
          options={options}
          disabled={disabled || options.length === 0}
          placeholder={options.length === 0 ? t('No contact groups found.') : t('Choose a group')}
        />
      </Field>
      <Button className="mt-6" disabled={disabled} onClick={() => setCreating(true)}>
        <Plus aria-hidden="true" />
        {t('New group')}
      </Button>
      <CreateGroupDialog
        open={isCreating}
        onOpenChange={setCreating}
        onCreated={(group) => onGroup(group._id)}
      />
    </div>
  )
}

function RowProgress({ done, total }: ImportProgress) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <LabelledProgress
      text={t('{done} of {total} rows imported', { done: number(done), total: number(total) })}
      fraction={total === 0 ? 1 : done / total}
      label={t('Import')}
    />
  )
}

/**
 * Describes the result of an import: the server's sentence in English, else one built from its
 * counts.
 */
export function useImportText(): (result: ImportResult) => string {
  const { t, i18n } = useTranslation()
  const { number } = useFormat()
  return ({ message, added, known, repeated, refused, namesTaken }) => {
    if (i18n.language === 'en') return message
    const n = number(known)
    const parts = [
      t('{n} added', { n: number(added) }),
      known > 0 &&
        (namesTaken
          ? t('{n} known (names overwritten)', { n })
          : t('{n} known (names kept)', { n })),
      repeated > 0 && t('{n} repeated', { n: number(repeated) }),
      refused > 0 && t('{n} refused', { n: number(refused) }),
    ]
    return `${parts.filter(Boolean).join(', ')}.`
  }
}
