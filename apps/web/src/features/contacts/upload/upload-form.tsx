import type { ContactGroup } from '@kirim/contract/contacts'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import type { FileProblem } from '#shared/spreadsheet/spreadsheet-field.tsx'
import { SpreadsheetField } from '#shared/spreadsheet/spreadsheet-field.tsx'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxChoice } from '#shared/ui/checkbox-choice.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useCreateGroup } from '../groups/use-create-group.ts'

interface UploadFormProps {
  groups: readonly ContactGroup[]
  file: File | null
  fileProblem: FileProblem | null
  groupId: string
  groupProblem: string | null
  takeNames: boolean
  busy: boolean
  onTakeNames: (take: boolean) => void
  onFile: (file: File | null) => void
  onGroup: (groupId: string) => void
}

/** File and group of an upload. */
export function UploadForm({
  groups,
  file,
  fileProblem,
  groupId,
  groupProblem,
  takeNames,
  busy,
  onTakeNames,
  onFile,
  onGroup,
}: UploadFormProps) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-1 gap-4">
      <SpreadsheetField
        hint={t('.xlsx, .xls, .ods, .csv or .vcf, with one person per row.')}
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
      <CheckboxChoice
        checked={takeNames}
        disabled={busy}
        onChange={onTakeNames}
        label={t('Overwrite names with those in the file')}
        hint={t('Otherwise people already in your contacts keep their names.')}
      />
    </div>
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
