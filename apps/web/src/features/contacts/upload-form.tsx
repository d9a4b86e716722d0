import type { ContactGroup } from '@kirim/contract/contacts'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { SpreadsheetField } from '#shared/spreadsheet/spreadsheet-field.tsx'
import { type FileProblem, isCsv } from '#shared/spreadsheet/spreadsheet-file.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { UploadState } from './use-contact-upload.ts'
import { useCreateGroup } from './use-create-group.ts'

interface UploadFormProps {
  state: UploadState
  groups: readonly ContactGroup[]
  file: File | null
  fileProblem: FileProblem | null
  groupId: string
  groupProblem: string | null
  takeNames: boolean
  onTakeNames: (take: boolean) => void
  asksColumns: boolean
  onTakesColumns: (takes: boolean) => void
  onFile: (file: File | null) => void
  onGroup: (groupId: string) => void
}

/** File and group of an upload, and its progress. */
export function UploadForm({
  state,
  groups,
  file,
  fileProblem,
  groupId,
  groupProblem,
  takeNames,
  onTakeNames,
  asksColumns,
  onTakesColumns,
  onFile,
  onGroup,
}: UploadFormProps) {
  const { t } = useTranslation()
  const busy = state.step === 'sending' || state.step === 'importing'
  return (
    <div className="grid grid-cols-1 gap-4">
      {state.step === 'failed' && state.message && <Alert>{state.message}</Alert>}
      <SpreadsheetField
        hint={t('.xlsx, .xls or .csv. The phone numbers need a column of their own.')}
        file={file}
        problem={fileProblem}
        busy={busy}
        onFile={onFile}
      />
      <GroupChoice
        groups={groups}
        groupId={groupId}
        problem={groupProblem}
        disabled={busy}
        onGroup={onGroup}
      />
      <Choice
        checked={takeNames}
        disabled={busy}
        onChange={onTakeNames}
        label={t('Take the names of the file')}
        hint={t('People already in your contacts keep their names otherwise.')}
      />
      {!(file && isCsv(file)) && (
        <Choice
          checked={asksColumns}
          disabled={busy}
          onChange={onTakesColumns}
          label={t('Choose what each column becomes')}
          hint={t('Other columns can be fields and tags of your contacts.')}
        />
      )}
      {busy && <ImportProgress state={state} />}
    </div>
  )
}

interface ChoiceProps {
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
  label: string
  hint: string
}

function Choice({ checked, disabled, onChange, label, hint }: ChoiceProps) {
  return (
    <label className="flex w-fit items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span>
        {label}
        <span className="block text-xs text-muted-foreground">{hint}</span>
      </span>
    </label>
  )
}

interface GroupChoiceProps {
  groups: readonly ContactGroup[]
  groupId: string
  problem: string | null
  disabled: boolean
  onGroup: (groupId: string) => void
}

/** The group to import into, or a new one. */
function GroupChoice({ groups, groupId, problem, disabled, onGroup }: GroupChoiceProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [making, setMaking] = useState(false)
  const group = useCreateGroup((created) => {
    setMaking(false)
    onGroup(created._id)
  })
  if (making) {
    return (
      <form onSubmit={group.onSubmit} noValidate className="flex items-start gap-2">
        <Field label={t('New group')} error={group.error} className="flex-1">
          <Input
            {...group.field}
            autoFocus
            autoComplete="off"
            maxLength={200}
            placeholder={t('e.g. Regular customers')}
          />
        </Field>
        <div className="flex gap-1 pt-6">
          <Button type="submit" busy={group.busy} busyText={t('Creating...')}>
            {t('Create group')}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('Choose an existing group')}
            onClick={() => setMaking(false)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      </form>
    )
  }
  const options = groups.map(({ _id, groupName, contactCount }) => ({
    value: _id,
    label: groupName,
    detail: number(contactCount),
  }))
  return (
    <div className="flex items-start gap-2">
      <Field label={t('Contact group')} error={problem ?? undefined} className="flex-1">
        <Select
          value={groupId}
          onValueChange={onGroup}
          options={options}
          disabled={disabled || options.length === 0}
          placeholder={options.length === 0 ? t('No contact groups found.') : t('Choose a group')}
        />
      </Field>
      <Button className="mt-6" disabled={disabled} onClick={() => setMaking(true)}>
        <Plus aria-hidden="true" />
        {t('New group')}
      </Button>
    </div>
  )
}
